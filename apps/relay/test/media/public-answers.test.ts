import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Relay, startRelay } from '../harness.ts'
import { openMediaWorld, person, png, sha256 } from './media-world.ts'

let relay: Relay
beforeAll(async () => {
  relay = await startRelay()
  await relay.signedIn()
})
afterAll(() => relay.close())

const absent = 'f'.repeat(64)
const origin = () => relay.publicUrl.replace(/^ws/, 'http').replace(/\/$/, '')

async function headFor(request: string): Promise<string> {
  const { hostname, port } = new URL(origin())
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  socket.end(request)
  return (await text(socket)).split('\r\n\r\n')[0] ?? ''
}
const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x\r\n'

describe('BUD-01: pages of any origin can read', () => {
  it.each([
    ['a file that does not exist', 404, `GET /${absent}`, ''],
    ['a malformed hash', 400, 'GET /abcdef', ''],
    ['an address that leads nowhere', 404, 'GET /no/such/page', ''],
    ['an unreadable address', 400, 'GET /%zz', ''],
    ['another method', 405, 'PATCH /upload', ''],
    ['an upload without a signature', 401, 'PUT /upload', 'Content-Length: 0\r\n'],
    ['an unsigned deletion', 401, `DELETE /${absent}`, ''],
    ['the page for subscribers', 200, 'GET /subscribe', ''],
    ["the relay's description", 200, 'GET /', 'Accept: application/nostr+json\r\n'],
    ['a websocket at the wrong address', 404, 'GET /elsewhere', upgrade],
    ['an unknown expectation', 417, 'GET /', 'Expect: nothing\r\n'],
    ['a broken request', 400, 'NONSENSE', ''],
  ])('the answer to %s', async (_what, status, line, headers) => {
    const request = line === 'NONSENSE' ? line : `${line} HTTP/1.1`
    const head = await headFor(`${request}\r\nHost: localhost\r\n${headers}Connection: close\r\n\r\n`)
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head.match(/^access-control-allow-origin: .*$/gim)).toEqual([
      expect.stringMatching(/^access-control-allow-origin: \*$/i),
    ])
  })
})

describe('BUD-11: an authorization for a loopback name', () => {
  it('is accepted only from a client that reached the relay by that name', async () => {
    const world = await openMediaWorld()
    const alice = person()
    const bytes = png(100)
    const put = (server: string, host: string) => {
      const header = alice.header('upload', [sha256(bytes)], template => void template.tags.push(['server', server]))
      return fetch(`${world.url.replace('127.0.0.1', host)}/upload`, {
        method: 'PUT',
        body: bytes as Uint8Array<ArrayBuffer>,
        headers: { authorization: header },
      })
    }
    expect((await put('localhost', '127.0.0.1')).status).toBe(403)
    expect((await put('http://127.0.0.1:9001', '127.0.0.1')).status).toBe(201)
    await world.close()
  })
})

describe('returns statuses by cause', () => {
  it.each([
    ['GET', 'abcdef', 400],
    ['GET', 'g'.repeat(64), 400],
    ['GET', 'favicon.ico', 404],
    ['GET', absent, 404],
    ['HEAD', `${absent}0`, 400],
    ['DELETE', 'favicon.ico', 400],
  ])('%s /%s is answered with %d', async (method, path, status) => {
    const answer = await fetch(`${origin()}/${path}`, { method })
    expect([answer.status, answer.headers.get('x-reason')]).toEqual([status, expect.any(String)])
  })
})
