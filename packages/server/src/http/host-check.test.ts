import { fastify } from 'fastify'
import { expect, it } from 'vitest'
import { refuseForeignHosts } from './host-check.ts'

it('accepts the address of a named listener as a host', async () => {
  const app = fastify()
  app.addHook('onRequest', async ({ socket }) => {
    Object.defineProperty(socket, 'localAddress', { value: '192.0.2.7', configurable: true })
  })
  refuseForeignHosts(app, { boundTo: '192.0.2.7', allowedHosts: ['console.example.com'] })
  app.get('/', async () => 'here')
  const statusAt = async (host: string) => (await app.inject({ url: '/', headers: { host } })).statusCode
  expect(await statusAt('evil.example')).toBe(403)
  expect(await statusAt('192.0.2.8')).toBe(403)
  for (const host of ['192.0.2.7:9002', 'Console.example.com', 'localhost:9002']) expect(await statusAt(host)).toBe(200)
  await app.close()
})
