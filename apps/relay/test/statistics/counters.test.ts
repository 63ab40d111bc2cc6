import { beforeEach, expect, test } from 'vitest'
import { author, counted, failHalfway, hash, note, openCountedRelay, profile, recount } from './counted-relay.ts'

const clock = { seconds: 0 }
beforeEach(() => {
  clock.seconds = Date.UTC(2026, 0, 20, 12) / 1000
})

test("discards the counts of a failed transaction, and counts only the next one's", async () => {
  const relay = await openCountedRelay(clock)
  failHalfway(relay, clock.seconds, [])
  await relay.events.save(note({ pubkey: author(1), content: 'after' }))
  const fromStore = await recount(relay)
  expect(counted(relay.path)).toEqual(fromStore)
  expect(await relay.service.relayCount()).toEqual({ kinds: 1, photos: 0, videos: 0, audio: 0, misc: 0 })
  await relay.close()
})

test('a second before and at the turn of the month in UTC are two months', async () => {
  const relay = await openCountedRelay(clock)
  clock.seconds = Date.UTC(2026, 1, 1) / 1000 - 1
  await relay.events.save(note({ pubkey: author(1), content: 'x'.repeat(5000), created_at: 1 }))
  clock.seconds += 1
  await relay.events.save(note({ pubkey: author(1), content: 'x'.repeat(9000), created_at: 2 }))
  expect((await relay.service.barChart()).map(row => row.month)).toEqual(['2026-01', '2026-02'])
  expect((await relay.service.kindTrend(1)).map(row => row.month)).toEqual(['2026-01', '2026-02'])
  await relay.close()
})

test('subtracts a removal from the month of arrival at any later time', async () => {
  const relay = await openCountedRelay(clock)
  const { event, json } = note({ pubkey: author(1), content: 'x'.repeat(20_000) })
  await relay.events.save({ event, json })
  clock.seconds = Date.UTC(2026, 5, 1) / 1000
  await relay.events.save(note({ pubkey: author(2), content: 'y'.repeat(20_000) }))
  await relay.events.removeById(event.id)
  expect((await relay.service.kindTrend(1)).map(row => row.month)).toEqual(['2026-06'])
  await relay.close()
})

test('API-21, CHART-07: profiles are cumulative by the month since which each author announces, over updates and removals', async () => {
  const relay = await openCountedRelay(clock)
  const [alice, bob, carol] = [author(1), author(2), author(3)]
  await relay.events.save(profile(alice, { lud06: 'lnurl1' }))
  await relay.events.save(profile(carol, { lud06: 'lnurl1', 'dht-key': 'k' }))
  clock.seconds = Date.UTC(2026, 1, 10) / 1000
  await relay.events.save(profile(bob, { name: 'bob' }))
  clock.seconds = Date.UTC(2026, 2, 10) / 1000
  await relay.events.save(profile(alice, { lud16: 'alice@example.com', 'dht-key': 'k' }, 2))
  await relay.events.save(profile(bob, { name: 'bob', 'dht-key': 'k' }, 2))
  await relay.events.removeByAuthor(carol)
  const rows = await relay.service.timeSeries()
  expect(rows).toHaveLength(6)
  expect(rows.slice(-4)).toEqual([
    { month: '2025-12', profiles: 0, lightning_addr: 0, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-01', profiles: 1, lightning_addr: 1, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-02', profiles: 2, lightning_addr: 1, dht_key: 0, lightning_and_dht: 0 },
    { month: '2026-03', profiles: 2, lightning_addr: 1, dht_key: 2, lightning_and_dht: 1 },
  ])
  await relay.close()
})

test('counts a malformed, huge or deeply nested kind 0 as a profile without fields', async () => {
  const relay = await openCountedRelay(clock)
  const hostile = ['', 'not json', '['.repeat(200_000), `{"lud16":"a@b.c","x":"${'y'.repeat(70_000)}"}`, 'null', '[]']
  for (const [index, content] of hostile.entries()) await relay.events.save(profile(author(index), content))
  await relay.events.save(profile(author(99), { lud16: {}, lud06: ' ', 'dht-key': 3 }))
  expect((await relay.service.timeSeries()).at(-1)).toEqual({
    month: '2026-01',
    profiles: hostile.length + 1,
    lightning_addr: 0,
    dht_key: 0,
    lightning_and_dht: 0,
  })
  await relay.close()
})

test('API-12, CHART-09, CHART-10: sizes are in GB of 2^30 and MB of 2^20 bytes with 6 decimals; months without arrivals in between are zero', async () => {
  const relay = await openCountedRelay(clock)
  const add = (name: string, mime: string, bytes: number) =>
    relay.files.add({ hash: hash(name), mime, bytes, uploadedAt: clock.seconds, name: '', store: 'disk' }, author(1))
  await add('a', 'image/png', 2 ** 30)
  await add('b', 'video/mp4', 2 ** 29)
  await add('c', 'audio/mpeg', 1)
  await add('d', 'application/pdf', 2 ** 20)
  clock.seconds = Date.UTC(2026, 2, 2) / 1000
  const { event, json } = note({ pubkey: author(1), content: 'z'.repeat(3_000_000) })
  await relay.events.save({ event, json })
  const notes = Math.round((json.length / 2 ** 30) * 1e6) / 1e6
  expect(await relay.service.barChart()).toEqual([
    { month: '2026-01', notes_gb: 0, media_gb: 1.500977 },
    { month: '2026-02', notes_gb: 0, media_gb: 0 },
    { month: '2026-03', notes_gb: notes, media_gb: 0 },
  ])
  expect(await relay.service.activity()).toEqual([
    { month: '2026-01', total_gb: 1.500977 },
    { month: '2026-02', total_gb: 0 },
    { month: '2026-03', total_gb: notes },
  ])
  const totalSize = Math.round((json.length / 2 ** 20) * 1e6) / 1e6
  expect(await relay.service.kinds()).toEqual([{ kindNumber: 1, kindCount: 1, totalSize }])
  expect(await relay.service.kindTrend(4)).toEqual([])
  for (const [mime, more] of [
    ['image/gif', 5],
    ['video/webm', 4],
    ['audio/ogg', 3],
    ['text/plain', 2],
  ] as const)
    for (let number = 0; number < more; number++) await add(`${mime} ${number}`, mime, 1)
  expect(await relay.service.relayCount()).toEqual({ kinds: 1, photos: 6, videos: 5, audio: 4, misc: 3 })
  await relay.close()
})

test('sorts kinds by size, and shows those of the last 12 months with data in a trend', async () => {
  const relay = await openCountedRelay(clock)
  for (let month = 0; month < 15; month++) {
    clock.seconds = Date.UTC(2026, month * 2, 5) / 1000
    await relay.events.save(note({ pubkey: author(1), kind: 7, created_at: month, content: '+'.repeat(1000) }))
  }
  await relay.events.save(note({ pubkey: author(1), kind: 1, content: 'x'.repeat(100_000) }))
  expect((await relay.service.kinds()).map(row => row.kindNumber)).toEqual([1, 7])
  const trend = await relay.service.kindTrend(7)
  expect(trend).toHaveLength(6)
  expect([trend[0]?.month, trend.at(-1)?.month]).toEqual(['2027-07', '2028-05'])
  expect((await relay.service.barChart())[0]?.month).toBe('2027-07')
  await relay.close()
})

test('an empty store has no bars, no kinds and six months of no profiles', async () => {
  const relay = await openCountedRelay(clock)
  expect(await relay.service.barChart()).toEqual([])
  expect(await relay.service.kinds()).toEqual([])
  expect((await relay.service.timeSeries()).map(row => row.profiles)).toEqual([0, 0, 0, 0, 0, 0])
  await relay.close()
})

test('listeners hear of a burst once, and not of a transaction that changed no counter', async () => {
  const relay = await openCountedRelay(clock)
  let heard = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  relay.tally.onChange(() => {
    heard++
    resolve()
  })
  relay.database.transact(() => {})
  const notes = Array.from({ length: 20 }, (_, index) => note({ pubkey: author(1), created_at: index }))
  await Promise.all(notes.map(one => relay.events.save(one)))
  await promise
  expect(heard).toBe(1)
  await relay.close()
})
