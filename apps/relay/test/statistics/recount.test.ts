import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import type { NostrEvent } from '@hornets/contract/nostr'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import {
  author,
  type CountedRelay,
  counted,
  countedPeople,
  failHalfway,
  hash,
  note,
  openCountedRelay,
  profile,
  recount,
  recountPeople,
  type TestClock,
} from './counted-relay.ts'

const authors = fc.integer({ min: 0, max: 5 })
const profileContent = fc.oneof(
  fc.record({ name: fc.string() }),
  fc.record({ lud16: fc.constantFrom('a@b.c', '', 7), 'dht-key': fc.constantFrom('k', '') }),
  fc.record({ lud06: fc.string() }),
  fc.constantFrom('', '[', 'null', '[1]', '"lud16"', `{"lud16":${'['.repeat(5000)}`),
)
const operation = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.tuple(fc.constant('note'), authors, fc.constantFrom(1, 1, 1, 7, 30023, 10002), fc.string()),
  },
  { weight: 6, arbitrary: fc.tuple(fc.constant('profile'), authors, profileContent) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('expiring'), authors) },
  { weight: 4, arbitrary: fc.tuple(fc.constant('delete'), fc.nat()) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('removeById'), fc.nat()) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('removeByAuthor'), authors) },
  {
    weight: 6,
    arbitrary: fc.tuple(
      fc.constant('upload'),
      authors,
      fc.nat(20),
      fc.constantFrom('image/png', 'video/mp4', 'audio/ogg', 'application/pdf'),
    ),
  },
  { weight: 4, arbitrary: fc.tuple(fc.constant('release'), authors, fc.nat(20)) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('removeFile'), fc.nat(20)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('later'), fc.integer({ min: 1, max: 40 })) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('minutes'), fc.integer({ min: 1, max: 300 })) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('fail')) },
  { weight: 1, arbitrary: fc.tuple(fc.constant('restart')) },
)

/** By an author whom nothing else touches; otherwise chance could leave no such profile at the end. */
const lastingProfile = ['profile', 99, JSON.stringify({ lud16: 'a@b.c', 'dht-key': 'k' })] as const

async function run(clock: TestClock, operations: readonly (readonly unknown[])[]): Promise<CountedRelay> {
  let relay = await openCountedRelay(clock)
  const saved: NostrEvent[] = []
  let serial = 0
  // Not awaited one by one, so that many of them share a transaction.
  let pending: Promise<unknown>[] = []
  const save = (incoming: ReturnType<typeof note>) => {
    saved.push(incoming.event)
    pending.push(relay.events.save(incoming))
  }
  for (const [what, one, two, three] of operations as [string, never, never, never][]) {
    serial++
    if (what === 'note') {
      save(note({ pubkey: author(one), kind: two, content: three, created_at: serial, tags: [['d', 'x']] }))
      continue
    }
    if (what === 'profile') {
      save(profile(author(one), two, 1 + (serial % 7)))
      continue
    }
    if (what === 'expiring') {
      save(note({ pubkey: author(one), created_at: serial, tags: [['expiration', String(clock.seconds + 86_400)]] }))
      continue
    }
    const target = saved.length > 0 ? saved[one % saved.length] : undefined
    if (what === 'delete') {
      if (target) save(note({ pubkey: target.pubkey, kind: 5, created_at: serial, tags: [['e', target.id]] }))
      continue
    }
    await Promise.all(pending)
    pending = []
    if (what === 'removeById' && target) await relay.events.removeById(target.id)
    if (what === 'removeByAuthor') await relay.events.removeByAuthor(author(one))
    if (what === 'upload')
      await relay.files.add(
        { hash: hash(`${two}`), mime: three, bytes: 1000 + two, uploadedAt: clock.seconds, name: '', store: 'disk' },
        author(one),
      )
    if (what === 'release') {
      const authorization = { eventId: randomUUID(), pubkey: author(one), expiresAt: clock.seconds + 60 }
      await relay.files.release(hash(`${two}`), authorization, clock.seconds)
    }
    if (what === 'removeFile') await relay.files.remove(hash(`${one}`))
    if (what === 'later') {
      clock.seconds += one * 86_400
      await relay.events.catchUp()
    }
    if (what === 'minutes') clock.seconds += one * 60
    if (what === 'fail') failHalfway(relay, clock.seconds, saved)
    // Starting threads takes most of this test's time.
    if (what === 'restart' && serial % 3 === 0) {
      await relay.close()
      relay = await relay.reopen()
    }
  }
  await Promise.all(pending)
  return relay
}

test('equals a full recount after thousands of random arrivals, replacements, deletions, expiries, failures and restarts', async () => {
  let operationsDone = 0
  const seen = { kinds: 0, groups: 0, lightning: 0, both: 0, people: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 400, maxLength: 450, size: 'max' }), async operations => {
      const clock = { seconds: Date.UTC(2026, 0, 20) / 1000 }
      const relay = await run(clock, [...operations, lastingProfile])
      operationsDone += operations.length
      try {
        const fromStore = await recount(relay)
        expect(counted(relay.path)).toEqual(fromStore)
        const people = await recountPeople(relay, clock.seconds)
        expect(countedPeople(relay.path)).toEqual(people)
        seen.people += Object.values(people).filter(({ events_1h, events_24h }) => events_1h !== events_24h).length
        expect((await relay.service.timeSeries()).at(-1)).toMatchObject({
          profiles: fromStore.profiles.profiles,
          lightning_addr: fromStore.profiles.lightning,
          dht_key: fromStore.profiles.dht,
          lightning_and_dht: fromStore.profiles.both,
        })
        seen.kinds += Object.keys(fromStore.kinds).length
        seen.groups += Object.keys(fromStore.groups).length
        seen.lightning += fromStore.profiles.lightning
        seen.both += fromStore.profiles.both
      } finally {
        await relay.close()
      }
    }),
    { numRuns: 8, endOnFailure: true },
  )
  expect(operationsDone).toBeGreaterThan(3000)
  for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0)
}, 120_000)

test.each(['in the same process', 'after a restart'])(
  'counts each person once if a round fails halfway: %s',
  async when => {
    const clock = { seconds: Date.UTC(2026, 0, 20) / 1000 }
    const before = await openCountedRelay(clock)
    await before.settle()
    const save = (relay: CountedRelay, text: string) =>
      Promise.all(
        Array.from({ length: 250 }, (_, at) => relay.events.save(note({ pubkey: author(at), content: text }))),
      )
    await save(before, 'first')
    const transact = before.database.transactReplayable.bind(before.database)
    let left = 3
    const failing = vi.spyOn(before.database, 'transactReplayable').mockImplementation(work => {
      if (--left < 0) throw new Error('the disk is full')
      return transact(work)
    })
    await expect(before.people.settle()).rejects.toThrow('the disk is full')
    const somePeople = Object.keys(countedPeople(before.path)).length
    expect(somePeople).toBeGreaterThan(0)
    expect(somePeople).toBeLessThan(250)
    await save(before, 'second')
    if (when === 'in the same process') failing.mockRestore()
    const relay = when === 'in the same process' ? before : await before.close().then(() => before.reopen())
    try {
      const people = await recountPeople(relay, clock.seconds)
      expect(Object.values(people).map(({ events }) => events)).toEqual(Array(250).fill(2))
      expect(countedPeople(relay.path)).toEqual(people)
    } finally {
      await relay.close()
    }
  },
)

test('counts the events of people that an earlier version stored, while others are stored and deleted', async () => {
  const clock = { seconds: Date.UTC(2026, 0, 20) / 1000 }
  const before = await openCountedRelay(clock)
  const events = Array.from({ length: 1500 }, (_, at) => note({ pubkey: author(at % 7), content: `old ${at}` }))
  await Promise.all(events.map(event => before.events.save(event)))
  await before.settle()
  await before.people.close()
  const database = new DatabaseSync(before.path)
  database.exec('DELETE FROM people; DELETE FROM people_slots; UPDATE people_state SET built_to = 0, is_built = 0')
  database.close()
  const change = async ({ events: stored }: CountedRelay, rest: number) => {
    for (const [at, { event }] of events.entries()) {
      if (at % 5 === rest) await stored.removeById(event.id)
      if (at % 9 === rest) await stored.save(note({ pubkey: author(at % 11), content: `new ${at}` }))
    }
  }
  // These changes are in the journal, and building has not reached their events.
  await change(before, 0)
  await before.close()

  const relay = await before.reopen()
  try {
    await change(relay, 1)
    const people = await recountPeople(relay, clock.seconds)
    expect(Object.keys(people)).toHaveLength(11)
    expect(countedPeople(relay.path)).toEqual(people)
  } finally {
    await relay.close()
  }
}, 60_000)
