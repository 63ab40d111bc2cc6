import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectLightning, getLightning, makeInvoice, payInvoice } from '@hornets/contract/wallet/lightning'
import { lock, unlock } from '@hornets/contract/wallet/set-up'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NwcDouble } from '../support/nwc-double.ts'
import { password, World } from '../support/world.ts'

const receiving = 'get_info get_balance make_invoice lookup_invoice list_transactions'
let node: NwcDouble
let world: World

beforeEach(async () => {
  node = await NwcDouble.start()
  world = await World.open(undefined, { source: 'none', lightning: { retryMs: 10, invoicesMs: 20 } })
  await world.create()
})
afterEach(async () => {
  await world.close()
  await node.stop()
})

const connect = () => world.operator.call(connectLightning, { body: { uri: node.uri(), password } })
const told = async () => {
  const { state, receive_only } = (await world.operator.call(getLightning)).body
  return { state, receive_only }
}
const becomes = (wanted: object) => vi.waitFor(async () => expect(await told()).toEqual(wanted), { timeout: 5000 })
const invoice = () => world.operator.call(makeInvoice, { body: { amount_sats: 700, description: '' } })
function allow(methods: string): void {
  node.methods = methods
  node.drop()
}

test('a connection that can only receive makes invoices while the wallet is locked, also after a start, and pays nothing', async () => {
  node.methods = receiving
  await connect()
  await becomes({ state: 'ready', receive_only: true })
  await world.operator.call(lock)
  expect((await invoice()).status).toBe(200)
  await world.restart()
  await world.operator.signIn()
  await becomes({ state: 'ready', receive_only: true })
  expect((await invoice()).status).toBe(200)
  const paying = await world.operator.call(payInvoice, { body: { invoice: node.payable({ msats: 1_000_000 }).text } })
  expect(paying.body).toMatchObject({ code: 'wallet_locked' })
  expect(node.count('pay_invoice')).toBe(0)
  for (const name of await readdir(world.dataDir))
    if (name.startsWith('wallet.db'))
      expect(await readFile(join(world.dataDir, name), 'latin1')).not.toContain(node.secretHex)
})

test.each([
  ['can pay', `${receiving} pay_invoice`],
  ['can pay by a method nobody knows', `${receiving} pay_offer`],
  ['cannot make invoices', 'get_info get_balance'],
])('a connection that %s is locked with the wallet', async (_name, methods) => {
  node.methods = methods
  await connect()
  await becomes({ state: 'ready', receive_only: false })
  await world.operator.call(lock)
  expect(await told()).toEqual({ state: 'locked', receive_only: false })
  expect((await invoice()).body).toMatchObject({ code: 'wallet_locked' })
})

test('a service that does not say what the connection can do counts as one that pays', async () => {
  node.methods = receiving
  node.lies.set('get_info', () => ({ alias: 'A node', network: 'regtest' }))
  await connect()
  await becomes({ state: 'ready', receive_only: false })
})

test('permissions that change change the key: more close it with the wallet, fewer keep it open', async () => {
  node.methods = receiving
  await connect()
  await world.operator.call(lock)
  allow(`${receiving} pay_invoice`)
  await becomes({ state: 'locked', receive_only: true })
  await world.operator.call(unlock, { body: { password } })
  await becomes({ state: 'ready', receive_only: false })
  await world.operator.call(lock)
  await world.restart()
  await world.operator.signIn()
  expect(await told()).toEqual({ state: 'locked', receive_only: false })
  await world.operator.call(unlock, { body: { password } })
  allow(receiving)
  await becomes({ state: 'ready', receive_only: true })
  await world.operator.call(lock)
  expect((await invoice()).status).toBe(200)
})
