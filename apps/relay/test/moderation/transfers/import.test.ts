import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { NostrEvent } from '@hornets/contract'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call, claim, login, makeDataDir, type Relay, spawnRelay, startRelay } from '../../harness.ts'
import { auditOf, putAdmin } from '../../support/people.ts'
import { signer } from '../../support/signer.ts'

const lineOf = (event: NostrEvent) => JSON.stringify(event)
const notes = (author: ReturnType<typeof signer>, count: number, tag: string) =>
  Array.from({ length: count }, (_, at) => author.sign({ content: `${tag} ${at}`, created_at: 1_700_000_000 + at }))

async function sendFile(adminUrl: string, token: string, body: string | Uint8Array<ArrayBuffer>, query = '') {
  const answer = await fetch(`${adminUrl}/api/events/import?name=old.jsonl${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/x-ndjson' },
    body,
  })
  return { status: answer.status, body: (await answer.json()) as { job: Transfer; error?: string } }
}

describe('importing events from a file', () => {
  let relay: Relay
  let token: string
  beforeAll(async () => {
    relay = await startRelay()
    ;({ token } = await relay.signedIn())
  })
  afterAll(() => relay.close())

  const send = (body: string | Uint8Array<ArrayBuffer>, query = '', by = token) =>
    sendFile(relay.adminUrl, by, body, query)
  const latest = async (): Promise<Transfer> => {
    await relay.context.transfers.transfers.settled()
    return (await relay.call('/api/events/transfers', { token })).body.transfers[0]
  }
  const count = async (filter: object) =>
    (await relay.call('/api/events/count', { body: { filter }, token })).body.count as number

  it('stores what is genuine, and tells what it left out by cause, with the line (EVENTS-05)', async () => {
    const author = signer()
    const [good, forged, changed] = notes(author, 3, 'first') as [NostrEvent, NostrEvent, NostrEvent]
    const lines = [
      lineOf(good),
      '{"id": broken',
      lineOf({ ...forged, sig: '0'.repeat(128) }),
      '',
      lineOf({ ...changed, content: 'changed' }),
      '{"kind":1}',
      lineOf(good),
      lineOf(author.sign({ kind: 20_001 })),
      lineOf(author.sign({ tags: [['expiration', '1700000000']] })),
      `{"content":"${'x'.repeat(3_000_000)}"}`,
      // Written differently, without a line end.
      JSON.stringify(author.sign({ content: 'spaced' }), null, 1).replaceAll('\n', ' '),
      lineOf({ ...forged, sig: '1'.repeat(128) }),
      'broken',
    ]
    const { status, body } = await send(lines.join('\n'))
    expect([status, body.job.state, body.job.source]).toEqual([202, 'running', 'old.jsonl'])
    const job = await latest()
    expect(job).toMatchObject({ state: 'done', stored: 2, error: null, resumable: false, done: job.total })
    const causes = job.left_out.map(one => [one.cause, one.count, one.examples[0]?.line])
    expect(Object.fromEntries(causes.map(([cause, ...rest]) => [cause, rest]))).toEqual({
      not_json: [2, 2],
      wrong_signature: [2, 3],
      wrong_id: [1, 5],
      not_event: [1, 6],
      duplicate: [1, 7],
      ephemeral: [1, 8],
      expired: [1, 9],
      too_long: [1, 10],
    })
    expect(await count({ authors: [author.pubkey] })).toBe(2)
    const targets = (await auditOf(relay, 'events.import')).map(({ target }) => target)
    expect(targets.filter(target => target === `transfer ${job.id}`)).toHaveLength(1)
  })

  it('leaves out what the rules refuse only if asked to (EVENTS-05)', async () => {
    const blocked = signer()
    await relay.call('/api/blocked-pubkeys', { token, body: { pubkey: blocked.pubkey, reason: 'spam' } })
    const text = lineOf(blocked.sign({ content: 'mine' }))
    await send(text, '&rules=1')
    expect((await latest()).left_out).toMatchObject([
      { cause: 'refused', count: 1, examples: [{ line: 1, text: expect.stringMatching(/blocked/) }] },
    ])
    await send(text)
    expect((await latest()).stored).toBe(1)
  })

  it('unpacks a gzipped file, and refuses a damaged or an empty one', async () => {
    const events = notes(signer(), 700, 'packed')
    const packed = gzipSync(events.map(lineOf).join('\n'))
    await send(new Uint8Array(packed))
    expect(await latest()).toMatchObject({ state: 'done', stored: 700, left_out: [] })
    expect((await send(new Uint8Array(packed.subarray(0, 2000)))).status).toBe(400)
    expect((await send('')).status).toBe(400)
  })

  it('shows how far it is, stops, and continues where it was (EVENTS-07)', async () => {
    const own = signer()
    const events = Array.from({ length: 2500 }, (_, at) =>
      own.sign({ content: `${at}`, created_at: 1_600_000_000 + at }),
    )
    const { job } = (await send(events.map(lineOf).join('\n'))).body
    const path = `/api/events/transfers/${job.id}`
    const begun = async () => (await relay.call('/api/events/transfers', { token })).body.transfers[0].done
    await expect.poll(begun, { interval: 20 }).toBeGreaterThan(0)
    const stopped = (await relay.call(`${path}/stop`, { method: 'POST', token })).body.job as Transfer
    expect([stopped.state, stopped.resumable]).toEqual(['stopped', true])
    expect(stopped.done).toBeLessThan(stopped.total ?? 0)
    await relay.context.transfers.transfers.settled()
    expect(await count({ authors: [own.pubkey] })).toBeLessThan(2500)
    expect((await relay.call(`${path}/stop`, { method: 'POST', token })).status).toBe(409)
    expect((await relay.call(`${path}/resume`, { method: 'POST', token })).status).toBe(202)
    const whole = await latest()
    expect(whole).toMatchObject({ state: 'done', done: whole.total, stored: 2500 })
    expect(await count({ authors: [own.pubkey] })).toBe(2500)
    expect((await relay.call(`${path}/resume`, { method: 'POST', token })).status).toBe(409)
  })

  it('is refused to moderators', async () => {
    const { token: theirs } = await putAdmin(relay, 'moderator')
    expect((await send('{}', '', theirs)).status).toBe(403)
    const { token: operators } = await putAdmin(relay, 'operator')
    expect((await send('{}', '', operators)).status).toBe(202)
  })
})

it('continues an import after kill -9: no event is missing or double, and statistics are right (EVENTS-08)', {
  timeout: 180_000,
}, async () => {
  const folder = await makeDataDir()
  const author = signer()
  const events = notes(author, 4000, 'killed')
  const first = await spawnRelay(folder)
  const operator = await claim(first)
  const token = await login(first.adminUrl, operator)
  const transferOf = async (url: string) =>
    (await call(url, '/api/events/transfers', { token })).body.transfers[0] as Transfer
  await sendFile(first.adminUrl, token, events.map(lineOf).join('\n'))
  for (let done = 0; done === 0; ) ({ done } = await transferOf(first.adminUrl))
  const exit = once(first.child, 'exit')
  first.child.kill('SIGKILL')
  await exit

  const second = await spawnRelay(folder)
  const atStart = await transferOf(second.adminUrl)
  expect(atStart.done).toBeGreaterThan(0)
  await expect.poll(async () => (await transferOf(second.adminUrl)).state, { timeout: 60_000 }).toBe('done')
  const { stored, left_out } = await transferOf(second.adminUrl)
  const again = left_out.find(({ cause }) => cause === 'duplicate')?.count ?? 0
  // A batch that was stored but not yet noted counts as already stored.
  expect([stored + again, again <= 500, left_out.length <= 1]).toEqual([4000, true, true])
  const of = { filter: { authors: [author.pubkey] } }
  expect((await call(second.adminUrl, '/api/events/count', { body: of, token })).body.count).toBe(4000)
  const person = async () =>
    (await call(second.adminUrl, '/api/people?sort=events', { token })).body.people.find(
      ({ pubkey }: { pubkey: string }) => pubkey === author.pubkey,
    )?.events
  await expect.poll(person, { timeout: 30_000 }).toBe(4000)
  await second.end()
  await rm(folder, { recursive: true })
})
