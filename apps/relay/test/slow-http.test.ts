import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { type Relay, startRelay } from './harness.ts'
import { type Engine, openEngine } from './support/engine.ts'

const httpLimits = { headersMs: 1000, bodyMs: 1000, checkEveryMs: 100 }
const slowConnections = 300

let engine: Engine
let relay: Relay
beforeAll(async () => {
  engine = await openEngine({ verifierWorkers: 1, httpLimits })
  relay = await startRelay({ httpLimits })
})
afterAll(async () => {
  await engine.close()
  await relay.close()
})

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  return socket
}

const requests = [
  ['a PUT to any path', 'PUT /anywhere HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
  [
    'a PUT that says JSON',
    'PUT /anywhere HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n',
  ],
  ['a PUT over the front page', 'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffff\r\n'],
  ['a POST to any path', 'POST /login HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '],
] as const

/** Sends a byte every 20 ms until the server hangs up. */
async function trickle(port: number, start: string): Promise<void> {
  const socket = open(port)
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), 20)
  // Until both halves are closed: either one alone would keep the connection.
  socket.resume()
  await new Promise(resolve => socket.once('close', resolve))
  clearInterval(timer)
}

describe.each([
  ['the public listener', () => engine.port],
  ['the admin listener', () => Number(new URL(relay.adminUrl).port)],
])('%s', (_name, portOf) => {
  it.each(requests)('ends %s that trickles in', async (_what, start) => {
    await trickle(portOf(), start)
  })

  it('drops hundreds of slow connections, and serves others meanwhile', async () => {
    const slow = Array.from({ length: slowConnections }, (_, at) => trickle(portOf(), requests[at % 5]?.[1] ?? ''))
    const bystander = open(portOf())
    bystander.end('GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n')
    expect(await text(bystander)).toMatch(/^HTTP\/1\.1 (200|404) /)
    await Promise.all(slow)
  })

  it.each([
    ['an unknown path', 'GET /nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    ['a path that cannot be read', 'GET /%zz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    ['no HTTP', 'GARBAGE\r\n\r\n'],
    ['a foreign host', 'GET /health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n'],
    ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: nothing\r\nConnection: close\r\n\r\n'],
    ['another method', 'PROPFIND / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n'],
    [
      'a websocket by another method (405)',
      'POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    [
      'an unwanted websocket',
      'GET /x HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
  ])('says nosniff to %s', async (_what, bytes) => {
    const socket = open(portOf())
    socket.end(bytes)
    expect((await text(socket)).toLowerCase()).toContain('\r\nx-content-type-options: nosniff\r\n')
  })
})

it('says nosniff to websockets of an unknown version', async () => {
  const socket = open(Number(new URL(relay.publicUrl).port))
  const handshake = ['GET / HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade', 'Upgrade: websocket']
  socket.end([...handshake, `Sec-WebSocket-Key: ${'A'.repeat(22)}==`, 'Sec-WebSocket-Version: 7', '', ''].join('\r\n'))
  const answer = (await text(socket)).toLowerCase()
  expect(answer).toMatch(/^http\/1\.1 400 /)
  for (const header of ['x-content-type-options: nosniff', 'sec-websocket-version: 13, 8'])
    expect(answer).toContain(`\r\n${header}\r\n`)
})

describe('doubled slashes', () => {
  it('lead to the same as single ones: a file, and the websocket', async () => {
    const url = relay.publicUrl.replace('ws', 'http')
    const hash = 'a'.repeat(64)
    const [plain, doubled] = await Promise.all([fetch(`${url}/${hash}`), fetch(`${url}//${hash}`)])
    expect(await doubled.json()).toEqual(await plain.json())
    expect((await fetch(`${url}//list//${hash}`)).status).toBe(200)
    const socket = new WebSocket(`${relay.publicUrl}//`)
    await once(socket, 'open')
    socket.terminate()
  })
})
