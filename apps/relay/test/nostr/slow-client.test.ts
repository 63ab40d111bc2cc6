import type { NostrEvent } from '@hornets/contract'
import { expect, it } from 'vitest'
import { openEngine } from '../support/engine.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

/** These tests send more than the relay takes from one connection without delay. */
const fast = { bytesPerSecond: 1e9, bytesBurst: 1e9, bytesPerSecondPerAddress: 1e9, bytesBurstPerAddress: 1e9 }

it('one client that reads nothing costs the others nothing, and is let go once too much waits for it', async () => {
  const engine = await openEngine({
    verifierWorkers: 1,
    limits: { ...fast, unsentBytesPause: 64 * 1024, unsentBytesMax: 2 * 1024 * 1024 },
  })
  const [stalled, reader, writer] = [
    await RawClient.connect(engine.url),
    await RawClient.connect(engine.url),
    await RawClient.connect(engine.url),
  ]
  stalled.say('REQ', 'all', { kinds: [1] })
  await stalled.hear('EOSE', 'all')
  reader.say('REQ', 'all', { kinds: [1] })
  await reader.hear('EOSE', 'all')
  stalled.socket.pause()

  const alice = signer()
  const sent: string[] = []
  const kernelBuffersBytes = 8 * 1024 * 1024
  const content = 'x'.repeat(100_000)
  for (let bytes = 0; bytes < kernelBuffersBytes + 4 * 1024 * 1024; bytes += content.length) {
    const note = alice.sign({ content: `${sent.length} ${content}` })
    sent.push(note.id)
    expect(await writer.publish(note)).toMatchObject({ accepted: true })
  }
  await expect.poll(() => reader.heard.filter(([type]) => type === 'EVENT').length).toBe(sent.length)
  await expect.poll(() => engine.nostr.connections()).toBe(2)
  reader.close()
  writer.close()
  stalled.socket.terminate()
  await engine.close()
})

it('a client that does not take its stored events is not read for any further, and the others are answered', async () => {
  const engine = await openEngine({ verifierWorkers: 1, limits: fast })
  const [stalled, other] = [await RawClient.connect(engine.url), await RawClient.connect(engine.url)]
  const alice = signer()
  const content = 'x'.repeat(200_000)
  const count = 120
  for (let at = 0; at < count; at++) await other.publish(alice.sign({ content: `${at} ${content}` }))
  stalled.socket.pause()
  stalled.say('REQ', 'all', { kinds: [1] })
  for (let at = 0; at < 20; at++) expect(await other.stored({ kinds: [1], limit: 1 })).toHaveLength(1)
  stalled.socket.resume()
  await stalled.hear('EOSE', 'all')
  expect(stalled.heard.filter(([type]) => type === 'EVENT')).toHaveLength(count)
  stalled.close()
  other.close()
  await engine.close()
})

it("keeps a slow client's waiting data intact while others are served from the same memory", async () => {
  const engine = await openEngine({ verifierWorkers: 1, limits: fast })
  const slow = await Promise.all(Array.from({ length: 3 }, () => RawClient.connect(engine.url)))
  const other = await RawClient.connect(engine.url)
  const alice = signer()
  const kinds = [1, 2] as const
  const sent = kinds.map(kind =>
    Array.from({ length: 300 }, (_, at) => alice.sign({ kind, content: `${kind} ${at} ${`${kind}`.repeat(40_000)}` })),
  )
  await Promise.all(sent.flat().map(event => other.publish(event)))
  const [wanted, others] = sent.map(events => new Map(events.map(event => [event.id, event])))
  for (const client of slow) {
    client.socket.pause()
    client.say('REQ', 'all', { kinds: [1], limit: 300 })
  }
  for (let time = 0; time < 3; time++) {
    expect(await other.stored({ kinds: [2], limit: 300 })).toHaveLength(300)
    expect(await other.stored({ kinds: [2], limit: 5 })).toHaveLength(5)
  }
  for (const client of slow) {
    client.socket.resume()
    await client.hear('EOSE', 'all')
    const got = client.heard.filter(([type]) => type === 'EVENT').map(([, , event]) => event as NostrEvent)
    expect(got).toHaveLength(300)
    for (const event of got) expect(event).toEqual(wanted?.get(event.id))
    client.close()
  }
  for (const [type, , event] of other.heard)
    if (type === 'EVENT') expect(event).toEqual(others?.get((event as NostrEvent).id))
  other.close()
  await engine.close()
})

it('limits the memory of many unread connections together, and serves the others', async () => {
  const allUnsentBytesMax = 6 * 1024 * 1024
  const engine = await openEngine({
    verifierWorkers: 1,
    limits: { ...fast, unsentBytesPause: 64 * 1024, unsentBytesMax: 4 * 1024 * 1024, allUnsentBytesMax },
  })
  const stalled = await Promise.all(Array.from({ length: 10 }, () => RawClient.connect(engine.url)))
  const [reader, writer] = [await RawClient.connect(engine.url), await RawClient.connect(engine.url)]
  for (const client of [...stalled, reader]) {
    client.say('REQ', 'all', { kinds: [20_001] })
    await client.hear('EOSE', 'all')
  }
  for (const client of stalled) client.socket.pause()
  const alice = signer()
  const content = 'x'.repeat(250_000)
  let sent = 0
  let mostUnsent = 0
  while (engine.nostr.connections() > 2 && sent < 200) {
    const { accepted } = await writer.publish(alice.sign({ kind: 20_001, content: `${sent} ${content}` }))
    expect(accepted).toBe(true)
    sent += 1
    mostUnsent = Math.max(mostUnsent, engine.nostr.unsentBytes())
  }
  expect(engine.nostr.connections()).toBe(2)
  expect(mostUnsent).toBeGreaterThan(1024 * 1024)
  expect(mostUnsent).toBeLessThanOrEqual(allUnsentBytesMax)
  await expect.poll(() => reader.heard.filter(([type]) => type === 'EVENT').length).toBe(sent)
  for (const client of stalled) client.socket.terminate()
  reader.close()
  writer.close()
  await engine.close()
})
