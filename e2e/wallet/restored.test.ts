import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { setUp, unlock } from '@hornets/contract/wallet/set-up'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools/pure'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Operator as WalletOperator } from '../../apps/wallet/test/support/operator.ts'
import { callRelay, claimByCalls } from '../support/calls.ts'
import { newOperator } from '../support/world.ts'
import { WalletWorld } from './wallet-world.ts'

const owner = newOperator()
const walletOperator = new WalletOperator(() => world.walletUrl)
const password = 'correct horse battery'
const polled = { timeout: 30_000, interval: 250 }
let world: WalletWorld
let token: string
let walletToken: string
let backup: string

beforeAll(async () => {
  backup = await mkdtemp(join(tmpdir(), 'hornets-older-wallet-'))
  world = await WalletWorld.openProcesses({ wallet: { WALLET_OPERATOR_PUBKEY: walletOperator.pubkey } })
  walletToken = await walletOperator.signIn()
  await walletOperator.call(setUp, { body: { mode: 'create', password } })
  token = await claimByCalls(world.relay, owner)
  const relay_settings = { subscription_tiers: [{ datalimit: '1 GB per month', price: '100000' }] }
  await callRelay(world.relay, '/api/relay-settings', { token, body: { relay_settings } })
}, 120_000)
afterAll(async () => {
  await world.close()
  await rm(backup, { recursive: true, force: true })
})

const folder = () => join(world.relay.dataDir, 'wallet')
const ask = (path: string, body?: object) =>
  callRelay(world.relay, path, { token, ...(body && { body }) }) as Promise<Record<string, never>>

async function addressOf(secret: Uint8Array): Promise<string> {
  let address = ''
  await expect.poll(async () => (address = await shownTo(secret)), polled).not.toBe('')
  return address
}

async function shownTo(secret: Uint8Array): Promise<string> {
  const url = `${world.relay.publicUrl.replace(/^ws/, 'http')}/subscribe/account`
  const tags = [
    ['u', url],
    ['method', 'GET'],
    ['nonce', String(Math.random())],
  ]
  const event = finalizeEvent({ kind: 27_235, created_at: Math.floor(Date.now() / 1000), tags, content: '' }, secret)
  const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
  return ((await (await fetch(url, { headers: { authorization } })).json()) as { address?: string }).address ?? ''
}

async function order(key: string, recipient_address: string, spend_amount: number) {
  const answer = await fetch(`${world.relay.adminUrl}/wallet/transaction`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${walletToken}`,
      'x-admin-authorization': `Bearer ${token}`,
      'idempotency-key': key,
    },
    body: JSON.stringify({ choice: 1, recipient_address, spend_amount, priority_rate: 5, password }),
  })
  return { status: answer.status, body: (await answer.json()) as { txid?: string; error?: string } }
}

async function putBack() {
  await world.stopWallet('SIGKILL')
  await rm(folder(), { recursive: true })
  await cp(backup, folder(), { recursive: true })
  await world.startWallet()
  walletToken = await walletOperator.signIn()
  await walletOperator.call(unlock, { body: { password } })
}

it('pays no refund twice that a restored wallet has forgotten, and credits who paid after its backup', async () => {
  const [alice, bob] = [generateSecretKey(), generateSecretKey()]
  const aliceKey = getPublicKey(alice)
  await world.node.pay(await addressOf(alice), 90_000)
  await world.node.mine(1)
  const credit = async () => (await ask(`/api/subscribers/${aliceKey}`)).credit_sats
  await expect.poll(credit, polled).toBe(90_000)
  await world.stopWallet()
  await cp(folder(), backup, { recursive: true })
  await world.startWallet()
  walletToken = await walletOperator.signIn()
  await walletOperator.call(unlock, { body: { password } })

  const address = await world.node.newAddress()
  const refund = await ask(`/api/subscribers/${aliceKey}/refund`, { sats: 20_000, address })
  await expect.poll(async () => (await order(refund.intention ?? '', address, 20_000)).status, polled).toBe(200)
  const bobsAddress = await addressOf(bob)
  await putBack()
  const state = async () => {
    const { entries } = await ask(`/api/subscribers/${aliceKey}/timeline`)
    return (entries as unknown as { kind: string; refund?: { state: string } }[]).find(({ kind }) => kind === 'refund')
      ?.refund?.state
  }
  expect(await state()).toBe('sent')
  for (const attempt of ['', '.2'])
    expect(await order(`${refund.intention}${attempt}`, address, 20_000)).toMatchObject({
      status: 409,
      body: { error: walletMessages.paidBefore },
    })
  await expect(ask(`/api/subscribers/${aliceKey}/refund/cancel`, { refund_id: refund.refund_id })).rejects.toThrow(
    '409',
  )

  await world.node.pay(bobsAddress, 150_000)
  await world.node.mine(1)
  await expect.poll(state, polled).toBe('paid')
  const bobs = async () => (await ask(`/api/subscribers/${getPublicKey(bob)}`)).paid_sats
  await expect.poll(bobs, polled).toBe(150_000)
  expect(await addressOf(bob)).toBe(bobsAddress)
  expect(await world.node.miner('getreceivedbyaddress', [address, 0])).toBe(0.0002)
}, 120_000)
