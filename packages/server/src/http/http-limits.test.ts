import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type HttpLimits, headerTimeouts, httpLimits, limitConnections, pacesBody } from './http-limits.ts'

const limits: HttpLimits = {
  ...httpLimits,
  headersMs: 200,
  bodyMs: 200,
  checkEveryMs: 50,
  connectionsMax: 6,
  connectionsPerAddressMax: 3,
}
const proxy = '127.0.0.9'
let server: Server
const sockets: Socket[] = []
beforeEach(async () => {
  server = createServer(headerTimeouts(limits), (request, response) => {
    if (request.url === '/paced') pacesBody(request)
    request.resume().on('end', () => request.url !== '/silent' && response.end('whole'))
  })
  server.requestTimeout = 0
  const release = limitConnections(server, { limits, isProxy: address => address === proxy })
  server.on('upgrade', (_request, socket) => {
    sockets.push(socket as Socket)
    release(socket)
    socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

function open(localAddress = '127.0.0.1'): Socket {
  const { port } = server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  sockets.push(socket)
  return socket
}

const put = (path: string) => `PUT ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`

async function trickle(socket: Socket, start: string, byteEveryMs = 20): Promise<string> {
  socket.write(start)
  const timer = setInterval(() => socket.write('x'), byteEveryMs)
  return text(socket)
    .catch(() => '')
    .finally(() => clearInterval(timer))
}

it.each([
  ['a body of any path', put('/anything')],
  ['a body without a length', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nfff\r\n'],
  ['headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Long: '],
  ['nothing but silence', ''],
])('%s that trickles in ends', async (_name, start) => {
  await trickle(open(), start, start === '' ? 1e6 : 20)
  await expect.poll(() => new Promise(resolve => server.getConnections((_, count) => resolve(count)))).toBe(0)
})

it('a body that comes in time, or whose handler watches it, does not', async () => {
  const quick = open()
  quick.write(put('/quick') + 'x'.repeat(1000))
  expect(String(await once(quick, 'data'))).toContain('200 OK')
  const paced = open()
  paced.write(put('/paced'))
  const sent = setInterval(() => paced.write('x'.repeat(100)), 60)
  expect(String(await once(paced, 'data'))).toContain('200 OK')
  clearInterval(sent)
})

it('limits connections per address, and a proxy only in total', async () => {
  const held = [open(), open(), open()]
  for (const socket of held) socket.write(put('/paced'))
  await Promise.all(held.map(socket => once(socket, 'ready')))
  expect(await text(open())).toContain('503 Service Unavailable')
  const other = open('127.0.0.2')
  other.write(put('/other') + 'x'.repeat(1000))
  expect(String(await once(other, 'data'))).toContain('200 OK')
  held[0]?.destroy()
  await expect
    .poll(async () => {
      const again = open()
      again.write(put('/again') + 'x'.repeat(1000))
      return String(await Promise.race([once(again, 'data'), once(again, 'close')]))
    })
    .toContain('200 OK')
})

it('above the limit for all the newest is refused, and those that wait for nothing make room', async () => {
  const idle = Array.from({ length: 6 }, () => open(proxy))
  for (const socket of idle) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await Promise.all(idle.map(socket => once(socket, 'data')))
  expect(await text(open('127.0.0.2'))).toContain('503 Service Unavailable')
  await Promise.all(idle.map(socket => (socket.closed ? undefined : once(socket, 'close'))))
  const next = open('127.0.0.2')
  next.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(String(await once(next, 'data'))).toContain('200 OK')
})

it('stops counting connections that became websockets', async () => {
  for (let count = 0; count < 5; count++) {
    const socket = open()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    expect(String(await once(socket, 'data'))).toContain('101')
  }
})
