import type { WayOut } from '@hornets/server/outgoing/way-out'
import { expect, it } from 'vitest'
import { LightningCalls } from './lightning-calls.ts'

/** Of a wallet with a state that the test sets; away while that is null. */
function callsTo(wallet: { state: { can_invoice: boolean; connected: boolean } | null }) {
  let [at, asked] = [0, 0]
  const send = async () => {
    asked += 1
    if (!wallet.state) throw new Error('away')
    return { status: 200, text: JSON.stringify(wallet.state) }
  }
  const logger = { debug: () => {} } as never
  const calling = { walletUrl: 'http://wallet.example', wayOut: { send } as unknown as WayOut, apiKey: () => 'key' }
  const calls = new LightningCalls({ ...calling, now: () => at, logger })
  return { calls, asked: () => asked, wait: (ms: number) => (at += ms) }
}

it('a node counts from the moment it is connected', async () => {
  const wallet: Parameters<typeof callsTo>[0] = { state: null }
  const { calls } = callsTo(wallet)
  expect(await calls.isConnected()).toBeNull()
  wallet.state = { can_invoice: false, connected: false }
  expect(await calls.isConnected()).toBe(false)
  wallet.state = { can_invoice: true, connected: true }
  expect(await calls.isConnected()).toBe(true)
  expect(await calls.canInvoice()).toBe(true)
})

it('a connected node is remembered for ten seconds, and so is whether it can make invoices', async () => {
  const wallet = { state: { can_invoice: true, connected: true } }
  const { calls, asked, wait } = callsTo(wallet)
  expect(await calls.canInvoice()).toBe(true)
  wallet.state = { can_invoice: false, connected: false }
  wait(9_999)
  expect([await calls.isConnected(), await calls.canInvoice(), asked()]).toEqual([true, true, 1])
  wait(1)
  expect([await calls.canInvoice(), await calls.isConnected()]).toEqual([false, false])
})

it('remembers that a wallet has answered while it is away', async () => {
  const wallet: Parameters<typeof callsTo>[0] = { state: null }
  const { calls, wait } = callsTo(wallet)
  await calls.isConnected()
  expect(calls.hasAnswered()).toBe(false)
  wallet.state = { can_invoice: true, connected: true }
  await calls.isConnected()
  wallet.state = null
  wait(10_000)
  expect([await calls.isConnected(), calls.hasAnswered()]).toEqual([null, true])
})
