import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { fastify } from 'fastify'
import { expect, it, onTestFinished } from 'vitest'
import { hangUpOnStall } from './hang-up-on-stall.ts'

async function openEndless(stallMs: number) {
  const app = fastify()
  let ended = 0
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(65_536)
    } finally {
      ended += 1
    }
  }
  app.get('/', (request, reply) => {
    hangUpOnStall(request, reply, stallMs)
    return reply.send(Readable.from(endless()))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => app.close())
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write('GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  return { socket, ended: () => ended }
}

it('ends an unread download and its source', async () => {
  const { socket, ended } = await openEndless(200)
  await once(socket, 'readable')
  await expect.poll(ended, { timeout: 10_000 }).toBe(1)
})

it('lets a download continue that is read slowly', async () => {
  const { socket, ended } = await openEndless(1000)
  for (let pause = 0; pause < 12; pause++) {
    await once(socket, 'readable')
    socket.read()
    await new Promise(rested => setTimeout(rested, 100))
  }
  expect([ended(), socket.destroyed]).toEqual([0, false])
})
