import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Transfer } from '@hornets/contract/admin/events/transfers'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { OldServer } from '../../../src/moving/old-server.ts'
import { answerTo, newOperator, type Relay, startRelay } from '../../harness.ts'
import { signer } from '../../support/signer.ts'
import { type OldServerContent, openOldServer } from './old-server.ts'

const there = newOperator()
const megabyte = 2 ** 20

let relay: Relay
let token: string
beforeAll(async () => {
  relay = await startRelay()
  ;({ token } = await relay.signedIn())
})
afterAll(() => relay.close())

type Old = Awaited<ReturnType<typeof openOldServer>>
const opened: Old[] = []
async function open(content: Partial<OldServerContent> = {}, dialect: '2025-05' | '2026-04' = '2026-04') {
  const old = await openOldServer(dialect, { operator: there, ...content })
  opened.push(old)
  return old
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map(old => old.close()))
})

const answering =
  (answers: Readonly<Record<string, (response: ServerResponse, request: IncomingMessage) => unknown>>) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const path = Object.keys(answers).find(one => request.url?.startsWith(one))
    if (path !== undefined) answers[path]?.(response, request)
    return path !== undefined
  }
const text =
  (body: string, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)

/** A text, a chunk so many times, and an end; as long as somebody reads. */
const stream =
  (start: string, chunk: Buffer, times = Number.POSITIVE_INFINITY, end = '') =>
  (response: ServerResponse) => {
    function* parts() {
      yield Buffer.from(start)
      for (let at = 0; at < times; at += 1) yield chunk
      yield Buffer.from(end)
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    pipeline(Readable.from(parts()), response).catch(() => {})
  }

async function look(old: Old) {
  const { url } = old
  const sent = { url, npub: there.pubkey, password: there.password }
  const { event } = (await relay.call('/api/moves/sign-in', { body: sent, token })).body
  return relay.call('/api/moves/look', { body: { url, event: answerTo(event, there).event }, token })
}
async function move(old: Old, things: readonly string[]): Promise<Transfer> {
  const { visit } = (await look(old)).body
  await relay.call('/api/moves', { body: { visit, things }, token })
  await relay.context.transfers.transfers.settled()
  return (await relay.call('/api/events/transfers', { token })).body.transfers[0]
}
const leftOut = ({ things }: Transfer, name: string) =>
  (things ?? [])
    .filter(({ thing }) => thing === name)
    .flatMap(({ left_out }) => left_out.map(({ cause, count, examples }) => [cause, count, examples[0]]))

/** The most memory during a piece of work above that of its beginning, in megabytes. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage().rss
  let most = before
  const note = () => {
    most = Math.max(most, process.memoryUsage().rss)
  }
  const timer = setInterval(note, 5)
  await work().finally(() => clearInterval(timer))
  note()
  return (most - before) / megabyte
}

describe('a hostile or broken old server', () => {
  it('cannot lead a move elsewhere: the error says so, and no other server gets the token', async () => {
    const elsewhere = await open()
    const away = (response: ServerResponse, { url }: IncomingMessage) =>
      void response.writeHead(302, { location: `${elsewhere.url}${url}` }).end()
    for (const path of ['/login', '/api/settings', '/api/blocked-pubkeys', '/api/files', '/api/allowed']) {
      const old = await open({ answer: answering({ [path]: away }) })
      if (path === '/login') {
        const sent = { url: old.url, npub: there.pubkey, password: there.password }
        expect((await relay.call('/api/moves/sign-in', { body: sent, token })).status).toBe(502)
        continue
      }
      const { status, body } = await look(old)
      expect([path, status, body.error]).toEqual([
        path,
        502,
        'The old server redirects to another address. The move sends nothing there: enter the address that answers itself.',
      ])
    }
    expect(elsewhere.received).toEqual([])
  })

  it('ends a look with a clear error when lists have a wrong type, or answers no end or too many parts', async () => {
    const endless = stream('[{"blocked_pubkeys":', Buffer.alloc(megabyte, '['))
    const crowded = stream('{"blocked_pubkeys":[{}', Buffer.alloc(3 * megabyte, ',{}'), 10, ']}')
    const grown = await growth(async () => {
      for (const [path, answer] of [
        ['/api/blocked-pubkeys', text('{"blocked_pubkeys":"none"}')],
        ['/api/allowed/users', text('{"allowed_users":{"a":1}}')],
        ['/api/paid-subscriber-profiles', text('{"a":1}')],
        ['/api/blocked-pubkeys', endless],
        ['/api/blocked-pubkeys', crowded],
      ] as const) {
        const { status, body } = await look(await open({ answer: answering({ [path]: answer }) }))
        expect([path, status, body.error]).toEqual([path, 502, 'The old server does not follow its own API'])
      }
    })
    expect(grown).toBeLessThan(250)
  })

  it('gives files without end, of 100 MB or for ever the same: each is named, and memory stays flat', async () => {
    const content = Buffer.from('small')
    const hash = createHash('sha256').update(content).digest('hex')
    const row = { Hash: hash, FileName: 'a', MimeType: 'text/plain', Content: '', Size: content.length }
    const page = (data: object[], total = 10_000_000) => text(JSON.stringify({ data, meta: { total } }))
    const first = text(JSON.stringify({ data: [], meta: { total: 1 } }))
    const huge = stream('["', Buffer.alloc(megabyte, 'a'), 100, '"]')
    const old = await open({
      answer: answering({
        '/api/files?type=image': page([row]),
        '/api/files?type=video': (response, request) => (request.url?.includes('page=2') ? first : huge)(response),
        '/api/files?type=audio': text('Internal Server Error', 500),
        '/blossom/': stream('', Buffer.alloc(megabyte)),
      }),
    })
    let done: Transfer | undefined
    const grown = await growth(async () => {
      done = await move(old, ['files'])
    })
    expect(done).toMatchObject({ state: 'done', error: null })
    expect(leftOut(done as Transfer, 'files')).toEqual([
      ['too_large', 2, expect.stringContaining(hash)],
      ['not_given', 2, 'image, 2: the list repeats itself'],
    ])
    expect(grown).toBeLessThan(250)
  })

  it('names what is answered with an error, and takes the rest', async () => {
    const blocked = signer().pubkey
    const old = await open({
      blocked: [{ pubkey: blocked, reason: 'spam' }],
      answer: answering({
        '/api/allowed': text('Internal Server Error', 500),
        '/api/paid': text('', 503),
        '/api/settings': text('', 500),
      }),
    })
    const done = await move(old, ['settings', 'access', 'subscribers'])
    expect(done.state).toBe('done')
    expect(leftOut(done, 'access')).toEqual([['not_given', 1, '/api/allowed/users?page=1&pageSize=100: 500']])
    expect(leftOut(done, 'subscribers')).toEqual([['not_given', 1, '/api/paid-subscriber-profiles: 503']])
    expect(leftOut(done, 'settings')).toContainEqual(['not_given', expect.any(Number), '/api/settings: 500'])
    expect(relay.context.access.isBlocked(blocked)).toBe(true)
  })

  it('is left after its silence, before an answer and within one', async () => {
    const old = await open({
      answer: answering({
        '/api/files': () => {},
        '/api/settings': response => void response.writeHead(200).write('{'),
      }),
    })
    const waiting = new OldServer({ url: old.url, token: 'any', wayOut: directWayOut, waitMs: 300 })
    for (const path of ['/api/files', '/api/settings']) {
      const began = performance.now()
      await expect(waiting.read(path)).rejects.toThrow('The old server cannot be reached')
      expect(performance.now() - began).toBeGreaterThan(250)
      expect(performance.now() - began).toBeLessThan(15_000)
    }
  })
})

it('writes listed keys many at a time', async () => {
  const allowed = Array.from({ length: 510 }, () => ({ npub: signer().pubkey, tier: 'basic' }))
  const blocked = Array.from({ length: 20 }, () => ({ pubkey: signer().pubkey, reason: 'spam' }))
  const old = await open({ allowed, blocked })
  const put = vi.spyOn(relay.context.lists, 'put')
  const block = vi.spyOn(relay.context.access, 'blockMany')
  const done = await move(old, ['access'])
  expect(done.things).toMatchObject([{ thing: 'access', state: 'done', found: 530, taken: 530, left_out: [] }])
  expect(put.mock.calls.map(([, entries]) => entries.length)).toEqual([500, 10])
  expect(block.mock.calls.map(([entries]) => entries.length)).toEqual([20])
  const isAllowed = ({ npub }: { npub: string }) => relay.context.lists.isAllowed(npub)
  expect(allowed.every(isAllowed)).toBe(true)
  expect(blocked.every(({ pubkey }) => relay.context.access.isBlocked(pubkey))).toBe(true)
})
