import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startRelay } from '../harness.ts'
import { RawClient } from '../support/raw-client.ts'
import { signer } from '../support/signer.ts'

const relay = await startRelay({ config: { processes: 3 } })
afterAll(() => relay.close())
const { token } = await relay.signedIn()

const beside = () => relay.context.nostr.processes().map(({ open }) => open)
beforeAll(
  () => vi.waitFor(() => expect(relay.context.nostr.processes().every(({ isReady }) => isReady)).toBe(true), 60_000),
  60_000,
)

/** Of the processes beside the main one: it is known half a second later. */
const cache = () => relay.context.nostr.cacheState({ entries: 0, hits: 0, misses: 0, bytes: 0 })
const save = async (query_cache: object) => {
  const { status } = await relay.call('/api/settings/query_cache', { token, body: { query_cache } })
  expect(status).toBe(200)
}

/** Clients of this machine are spread: two in a row have different processes. */
async function twoClients() {
  await expect.poll(beside).toEqual([0, 0])
  const clients = [await RawClient.connect(relay.publicUrl), await RawClient.connect(relay.publicUrl)] as const
  onTestFinished(() => {
    for (const client of clients) client.close()
  })
  await expect.poll(beside).toEqual([1, 1])
  return clients
}

test('a write, a deletion and a block in one process show in the next query to another that has cached the answer (CACHE-04)', async () => {
  const [writer, reader] = await twoClients()
  const author = signer()
  await save({ enabled: true, ttl_seconds: 3600 })
  const ask = () => reader.stored({ authors: [author.pubkey], kinds: [1] })
  const { hits } = cache()
  await expect.poll(async () => [await ask(), cache().hits > hits]).toEqual([[], true])
  const notes = [1, 2, 3].map(at => author.sign({ content: `${at}`, created_at: 1_700_000_000 - at }))
  const ids = notes.map(({ id }) => id)
  for (const [at, note] of notes.entries()) {
    expect(await writer.publish(note)).toMatchObject({ accepted: true })
    expect([await ask(), await ask()]).toEqual(Array(2).fill(ids.slice(0, at + 1)))
  }
  const deletion = author.sign({ kind: 5, tags: [['e', ids[0] ?? '']] })
  expect(await writer.publish(deletion)).toMatchObject({ accepted: true })
  expect([await ask(), await ask()]).toEqual(Array(2).fill(ids.slice(1)))
  const body = { pubkey: author.pubkey, delete_events: true }
  expect((await relay.call('/api/blocked-pubkeys', { token, body })).status).toBe(200)
  expect(await ask()).toEqual([])
})

test('all processes follow a saved option of the cache (CACHE-03)', async () => {
  const [, reader] = await twoClients()
  const entriesAfter = async () => {
    for (const kind of [1, 2, 3]) await reader.stored({ kinds: [kind] })
    return cache().entries
  }
  for (const [options, entries] of [
    [{ enabled: true }, 3],
    [{ enabled: true, max_entries: 2 }, 2],
    [{ enabled: false }, 0],
  ] as const) {
    await save(options)
    await expect.poll(entriesAfter).toBe(entries)
  }
})
