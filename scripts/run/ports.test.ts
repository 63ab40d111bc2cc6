import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { root } from '../setup/workspace.mjs'
import { assertPortsFree, readPlace } from './ports.mjs'

test.each(['abc', '65534', '90.5', '-1'])('refuses PORT=%s and says what it expects', PORT => {
  expect(() => readPlace({ PORT })).toThrow(`PORT should be a whole number from 0 to 65533; it is "${PORT}".`)
})

test('a port in use is named, with a way out', async () => {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await expect(assertPortsFree(port - 1)).rejects.toThrow(`Port ${port} is in use: is the relay running already?`)
  server.close()
})

test('a relative DATA_DIR is taken from the project folder, wherever the command is typed', () => {
  expect(readPlace({}).dataDir).toBe(`${root}/data`)
  expect(readPlace({ DATA_DIR: 'elsewhere' }).dataDir).toBe(`${root}/elsewhere`)
  expect(readPlace({ DATA_DIR: '/var/lib/hornets' }).dataDir).toBe('/var/lib/hornets')
})

test('without PORT the relay decides', () => {
  expect(readPlace({}).basePort).toBeUndefined()
  expect(readPlace({ PORT: '9100' }).basePort).toBe(9100)
  expect(readPlace({ PORT: '0' }).basePort).toBe(0)
})

test.each(['abc', '65536', '1.5', '-1'])('refuses WALLET_PORT=%s and says what it expects', WALLET_PORT => {
  const sentence = `WALLET_PORT should be a whole number from 0 to 65535; it is "${WALLET_PORT}".`
  expect(() => readPlace({ WALLET_PORT })).toThrow(sentence)
})

test('the wallet listens behind the servers of its relay, so that two relays beside each other have two', () => {
  expect(readPlace({}).walletPort).toBe(9003)
  expect(readPlace({ PORT: '9100' }).walletPort).toBe(9103)
  expect(readPlace({ PORT: '0' }).walletPort).toBe(0)
  expect(readPlace({ PORT: '9100', WALLET_PORT: '9999' }).walletPort).toBe(9999)
})
