import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { sendRequest, streamRequest } from './http-request.ts'
import { SilenceError } from './silence-error.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise(done => (server ? server.close(done) : done(undefined)))
})

interface Asked {
  readonly socket: Socket
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly answer: () => void
}
type Answering = (asked: Asked) => void

async function listen(answering: Answering): Promise<URL> {
  const made = createServer((request, response) => {
    answering({ socket: request.socket, request, response, answer: () => response.end('answered') })
  })
  server = made
  await new Promise<void>(done => made.listen(0, '127.0.0.1', done))
  const address = made.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`)
}

test('a longer answer than allowed is an error', async () => {
  const url = await listen(({ answer }) => answer())
  await expect(sendRequest(url, { maxBytes: 3 })).rejects.toThrow('expected at most 3 bytes')
})

test('an answer that does not come in time is an error', async () => {
  const url = await listen(() => undefined)
  await expect(sendRequest(url, { maxBytes: 100, timeoutMs: 50 })).rejects.toThrow()
})

test('a server that hangs up on a first connection is not asked again', async () => {
  let asked = 0
  const url = await listen(({ socket }) => {
    asked += 1
    socket.destroy()
  })
  await expect(sendRequest(url, { maxBytes: 100 })).rejects.toThrow()
  expect(asked).toBe(1)
})

test('reopens closed keep-alive connections, for any number of them', async () => {
  const used = new WeakSet<Socket>()
  const url = await listen(({ socket, answer }) => {
    if (used.has(socket)) return socket.destroy()
    used.add(socket)
    return answer()
  })
  await Promise.all([1, 2, 3].map(() => sendRequest(url, { maxBytes: 100 })))
  expect(await sendRequest(url, { maxBytes: 100 })).toMatchObject({ status: 200, text: 'answered' })
})

const idleMs = 300
const ask = (url: URL, body?: Readable) =>
  streamRequest(url, { method: body ? 'PUT' : 'GET', headers: {}, body, idleMs }, undefined)

test.each([
  ['a download', undefined],
  ['an upload', 'a body'],
])('the head of an answer to %s that arrives byte by byte counts as silence', async (_name, body) => {
  const url = await listen(({ socket }) => {
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    const dripping = setInterval(() => socket.write('a'), 20)
    socket.on('error', () => undefined).on('close', () => clearInterval(dripping))
  })
  const started = performance.now()
  await expect(ask(url, body === undefined ? body : Readable.from([body]))).rejects.toThrow(SilenceError)
  expect(performance.now() - started).toBeLessThan(40 * idleMs)
})

test('allows bodies slower than the silence limit while data flows', async () => {
  const url = await listen(({ answer, request, response }) => {
    let received = 0
    request.on('data', ({ length }: Buffer) => {
      received += length
    })
    request.on('end', () => {
      response.write(`${received} `)
      setTimeout(() => response.write('and '), 200)
      setTimeout(answer, 400)
    })
  })
  async function* slowly() {
    for (let part = 0; part < 5; part++) {
      await new Promise(resolve => setTimeout(resolve, 100))
      yield 'part'
    }
  }
  expect(await text(await ask(url, Readable.from(slowly())))).toBe('20 and answered')
})
