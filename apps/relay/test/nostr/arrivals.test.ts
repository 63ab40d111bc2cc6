import type { IncomingMessage } from 'node:http'
import { Duplex } from 'node:stream'
import { expect, it } from 'vitest'
import { type Engine, openEngine } from '../support/engine.ts'

const request = {
  method: 'GET',
  url: '/',
  headers: {
    host: 'relay.example.com',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  },
} as unknown as IncomingMessage

function arrive({ nostr }: Engine, address: string) {
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      client.heard += chunk.toString('latin1')
      done()
    },
  })
  const client = { socket, heard: '' }
  nostr.handleUpgrade(request, socket, Buffer.alloc(0), address)
  return client
}

it('thousands of arrivals are welcomed turn by turn, and another address between them', async () => {
  const engine = await openEngine({ verifierWorkers: 1, limits: { connectionsPerAddressMax: 10_000 } })
  const crowd = Array.from({ length: 3000 }, () => arrive(engine, '192.0.2.1'))
  const other = arrive(engine, '192.0.2.2')
  const welcomed = () => crowd.filter(({ heard }) => heard.startsWith('HTTP/1.1 101')).length
  const left = crowd.at(-1)
  left?.socket.destroy()

  await expect.poll(() => other.heard, { interval: 0 }).toContain('HTTP/1.1 101')
  expect(welcomed()).toBeGreaterThan(0)
  expect(welcomed()).toBeLessThan(2000)
  await expect.poll(welcomed).toBe(2999)
  expect(left?.heard).toBe('')
  await expect.poll(() => engine.nostr.connections()).toBe(3000)

  for (const { socket } of [...crowd, other]) socket.destroy()
  await expect.poll(() => engine.nostr.connections()).toBe(0)
  await engine.close()
})

it('arrivals beyond the limit of connections are refused, even when all come together', async () => {
  const engine = await openEngine({ verifierWorkers: 1, limits: { connectionsMax: 500 } })
  const crowd = Array.from({ length: 900 }, (_, at) => arrive(engine, `192.0.2.${at % 100}`))
  const answered = (status: string) => crowd.filter(({ heard }) => heard.startsWith(`HTTP/1.1 ${status}`)).length
  await expect.poll(() => answered('101') + answered('503')).toBe(900)
  expect(answered('101')).toBe(500)
  expect(engine.nostr.connections()).toBe(500)
  for (const { socket } of crowd) socket.destroy()
  await engine.close()
})

it('arrivals that still wait are refused when connections are closed', async () => {
  const engine = await openEngine({ verifierWorkers: 1, limits: { connectionsPerAddressMax: 10_000 } })
  const crowd = Array.from({ length: 3000 }, () => arrive(engine, '192.0.2.1'))
  await engine.nostr.closeConnections()
  await expect.poll(() => crowd.every(({ socket }) => socket.destroyed)).toBe(true)
  expect(crowd.at(-1)?.heard).toMatch(/^HTTP\/1\.1 503/)
  expect(engine.nostr.connections()).toBe(0)
  const later = arrive(engine, '192.0.2.2')
  expect(later.heard).toMatch(/^HTTP\/1\.1 101/)
  later.socket.destroy()
  await engine.close()
})
