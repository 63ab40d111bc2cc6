import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { sendRequest } from './http-request.ts'

let server: Server | undefined

afterEach(async () => {
  server?.closeAllConnections()
  await new Promise(done => (server ? server.close(done) : done(undefined)))
})

type Answering = (ask: { readonly socket: Socket; readonly answer: () => void }) => void

async function listen(answering: Answering): Promise<URL> {
  const made = createServer((request, response) => {
    answering({ socket: request.socket, answer: () => response.end('answered') })
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

test('a kept connection that was closed meanwhile is opened again, however many were kept', async () => {
  const used = new WeakSet<Socket>()
  const url = await listen(({ socket, answer }) => {
    if (used.has(socket)) return socket.destroy()
    used.add(socket)
    return answer()
  })
  await Promise.all([1, 2, 3].map(() => sendRequest(url, { maxBytes: 100 })))
  expect(await sendRequest(url, { maxBytes: 100 })).toMatchObject({ status: 200, text: 'answered' })
})
