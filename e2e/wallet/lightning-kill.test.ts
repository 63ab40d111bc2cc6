import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { connectLightning, getLightning } from '@hornets/contract/wallet/lightning'
import { pushInvoices } from '@hornets/contract/wallet/relay/push'
import { setUp } from '@hornets/contract/wallet/set-up'
import { openSqlite } from '@hornets/server/database/sqlite'
import { openSocksDouble } from '@hornets/server/outgoing/testing/socks-double'
import { finalizeEvent, generateSecretKey, getPublicKey } from 'nostr-tools'
import { Relay as Client } from 'nostr-tools/relay'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Dice } from '../../apps/relay/src/demo/history/dice.ts'
import { startHttpService } from '../../apps/relay/test/support/http-service.ts'
import { zapBy, server as zapServer } from '../../apps/relay/test/support/zaps.ts'
import { freePort } from '../../apps/wallet/test/support/bitcoind.ts'
import { NwcDouble } from '../../apps/wallet/test/support/nwc-double.ts'
import { Operator as WalletOperator } from '../../apps/wallet/test/support/operator.ts'
import { callRelay, claimByCalls } from '../support/calls.ts'
import { type Running, startProgram } from '../support/process.ts'
import { newOperator, type RelayProcess, startRelayProcess } from '../support/world.ts'
import { Moments, openWire } from './kill-moments.ts'

/** Killed while subscribers pay invoices and zap: each payment is in the ledger once. */

const kills = [
  ['wallet', pushInvoices.path, 'is sent'],
  ['relay', pushInvoices.path, 'is answered'],
] as const
const visitors = 4
const seed = process.env.SEED ?? String(Math.random())
const dice = new Dice(seed)
const password = 'correct horse battery'
const host = `${'a'.repeat(56)}.onion`
const relaySecret = generateSecretKey()
const moments = new Moments()
const walletOperator = new WalletOperator(() => `http://127.0.0.1:${walletPort}`)
let walletPort: number
let relay: RelayProcess
let wallet: Running<unknown>
let token: string
let node: NwcDouble
const closing: (() => unknown)[] = []

/** What was paid and has to be credited, by payment hash; and what may be, because nobody knows whether it arrived. */
const paid = new Map<string, { readonly pubkey: string; readonly sats: number }>()
const unsure = new Set<string>()
const unpaid = new Set<string>()

async function startWallet(relayUrl: string, main?: string): Promise<void> {
  const env = {
    DATA_DIR: join(relay.dataDir, 'wallet'),
    WALLET_PORT: String(walletPort),
    WALLET_API_KEY_FILE: join(relay.dataDir, 'wallet-api-key'),
    WALLET_PASSWORD_FILE: join(relay.dataDir, 'wallet-password'),
    WALLET_OPERATOR_PUBKEY: walletOperator.pubkey,
    WALLET_NETWORK: 'regtest',
    RELAY_URL: relayUrl,
  }
  wallet = await startProgram('wallet', env, main)
}

let restartWallet: () => Promise<void>

beforeAll(async () => {
  walletPort = await freePort()
  node = await NwcDouble.start()
  for (const method of ['make_invoice', 'lookup_invoice'])
    node.lies.set(method, result => {
      moments.pass(`${method} is done`)
      return result
    })
  const says = { tag: 'payRequest', allowsNostr: true, nostrPubkey: zapServer.pubkey }
  const service = await startHttpService((_request, response) => response.end(JSON.stringify(says)))
  const socks = await openSocksDouble({ route: () => ({ port: Number(new URL(service.url).port) }) })
  const toWallet = await openWire(() => `http://127.0.0.1:${walletPort}`, moments)
  const env = { WALLET_URL: toWallet.url, SOCKS_PROXY: socks.url.href, TRUST_PROXY: 'loopback' }
  relay = await startRelayProcess({ env })
  const toRelay = await openWire(() => relay.adminUrl, moments)
  restartWallet = () => startWallet(toRelay.url)
  closing.push(toWallet.close, toRelay.close, socks.close, service.close, () => node.stop())

  token = await claimByCalls(relay, newOperator())
  const general = { private_key: Buffer.from(relaySecret).toString('hex') }
  await callRelay(relay, '/api/settings/general', { token, body: { general } })
  const subscription_tiers = [{ datalimit: '1 GB per month', price: '10000' }]
  await callRelay(relay, '/api/relay-settings', { token, body: { relay_settings: { subscription_tiers } } })
  const profile = { kind: 0, created_at: seconds(), tags: [], content: JSON.stringify({ lud16: `hornet@${host}` }) }
  await publish(finalizeEvent(profile, relaySecret))
  await callRelay(relay, '/api/relay-settings', { token, body: { relay_settings: { countZaps: true } } })

  await writeFile(join(relay.dataDir, 'wallet-password'), `${password}\n`)
  // This one seals the wallet's words at little cost, which holds for each later start that unlocks them.
  await startWallet(toRelay.url, 'test/support/crashing-main.ts')
  await walletOperator.signIn()
  await walletOperator.call(setUp, { body: { mode: 'create', password } })
  await wallet.end()
  await restartWallet()
  await walletOperator.signIn()
  await walletOperator.call(connectLightning, { body: { uri: node.uri(), password } })
}, 60_000)
afterAll(async () => {
  await wallet?.end()
  await relay?.stop()
  for (const close of closing) await close()
})

const seconds = () => Math.floor(Date.now() / 1000)
const origin = () => relay.publicUrl.replace(/^ws/, 'http')

async function publish(event: ReturnType<typeof finalizeEvent>): Promise<void> {
  const client = await Client.connect(relay.publicUrl)
  try {
    await client.publish(event)
  } finally {
    client.close()
  }
}

let isOver = false
async function until<Result>(work: () => Promise<Result>): Promise<Result | null> {
  while (!isOver) {
    try {
      return await work()
    } catch {
      await wait(25)
    }
  }
  return null
}

async function ask<Answer>(path: string, options: RequestInit): Promise<Answer> {
  const place = [10, dice.between(0, 255), dice.between(0, 255), dice.between(1, 254)].join('.')
  const headers = { ...options.headers, 'x-forwarded-for': place }
  const answer = await fetch(origin() + path, { ...options, headers })
  if (answer.status >= 500 || (path.startsWith('/subscribe') && !answer.ok)) throw new Error(`${path} ${answer.status}`)
  return answer.json() as Promise<Answer>
}

async function orderInvoice() {
  const secret = generateSecretKey()
  const pubkey = getPublicKey(secret)
  const tags = [...[['u', `${origin()}/subscribe/account`]], ['method', 'GET']]
  const made = await until(async () => {
    const event = finalizeEvent({ kind: 27_235, created_at: seconds(), tags, content: '' }, secret)
    const authorization = `Nostr ${Buffer.from(JSON.stringify(event)).toString('base64')}`
    const account = await ask<{ token: string }>('/subscribe/account', { headers: { authorization } })
    const query = new URLSearchParams({ tier: '1 GB per month' })
    const headers = { authorization: `Bearer ${account.token}` }
    return ask<{ payment_hash: string; sats: number }>(`/subscribe/invoice?${query}`, { method: 'POST', headers })
  })
  return made && { ...made, pubkey }
}

async function payInvoice(how: 'told' | 'untold' | 'proven' | 'not'): Promise<void> {
  const made = await orderInvoice()
  if (!made) return
  moments.pass('an invoice is shown')
  const { payment_hash, pubkey, sats } = made
  if (how === 'not') return void unpaid.add(payment_hash)
  paid.set(payment_hash, { pubkey, sats })
  node.receive(payment_hash, { tell: how !== 'untold' })
  moments.pass('an invoice is paid')
  if (how !== 'proven') return
  const preimage = node.entries.find(one => one.payment_hash === payment_hash)?.preimage ?? ''
  await until(() => ask('/upload', { method: 'PUT', headers: { 'x-lightning': preimage } }))
  moments.pass('a payment is proven')
}

async function zap(isPaid: boolean): Promise<void> {
  const secret = generateSecretKey()
  const by = { secret, pubkey: getPublicKey(secret) }
  const made = zapBy({ by, to: getPublicKey(relaySecret), at: seconds() * 1000, msats: 10_000_000 })
  const { paymentHash, sats } = made
  if (isPaid) {
    const amounts = { amount: sats * 1000, fees_paid: 0, description: '', created_at: seconds() }
    const own = { type: 'incoming', state: 'settled', settled_at: seconds(), invoice: '', preimage: '' } as const
    node.entries.push({ ...own, ...amounts, payment_hash: paymentHash })
    unsure.add(paymentHash)
  } else unpaid.add(paymentHash)
  const stored = await until(async () => {
    const sent = publish(made.event as Parameters<typeof publish>[0])
    moments.pass('a receipt is sent')
    await sent
    return true
  })
  moments.pass('a receipt is stored')
  if (isPaid && stored) paid.set(paymentHash, { pubkey: by.pubkey, sats })
}

async function visit(): Promise<void> {
  while (!isOver) {
    const how = dice.pick(['told', 'told', 'untold', 'proven', 'not', 'zap', 'forged'] as const)
    await (how === 'zap' || how === 'forged' ? zap(how === 'zap') : payInvoice(how))
  }
}

async function kill([who, path, stage]: (typeof kills)[number]): Promise<void> {
  let back: Promise<unknown> | undefined
  await moments.at(new RegExp(`^${path} ${stage}$`), 1, () => {
    back = who === 'relay' ? relay.restart('SIGKILL') : wallet.end('SIGKILL').then(restartWallet)
  })
  await back
}

/** Kills both, after which nobody comes any more. At a start the wallet looks up all open invoices, and the relay all receipts. */
async function killBoth(): Promise<void> {
  let back: Promise<unknown> | undefined
  await moments.at(/./, dice.between(1, 40), () => {
    isOver = true
    const walletDead = wallet.end('SIGKILL')
    back = relay.restart('SIGKILL', async () => {
      await walletDead
      await restartWallet()
      await walletOperator.signIn()
      const state = async () => (await walletOperator.call(getLightning)).body.state
      await expect.poll(state, { timeout: 20_000 }).toBe('ready')
    })
  })
  await back
}

function rowsOf<Row>(file: string, sql: string): Row[] {
  const database = openSqlite(join(relay.dataDir, file), { readOnly: true })
  try {
    return database.prepare(sql).all() as Row[]
  } finally {
    database.close()
  }
}
interface Entry {
  readonly txid: string
  readonly pubkey: string
  readonly sats: number
}
const credited = () =>
  rowsOf<Entry>('admin.db', `SELECT txid, pubkey, sats FROM subscription_entries WHERE kind = 'payment'`)
const textOf = ({ txid, pubkey, sats }: Entry) => `${txid} ${pubkey} ${sats}`

test.runIf(process.env.THOROUGH)(
  `credits each payment once, and nothing else, though relay and wallet are killed between its steps (seed ${seed})`,
  async () => {
    const visits = Array.from({ length: visitors }, visit)
    for (const one of kills) await kill(one)
    const hasBoth = () => [paid.size, unpaid.size].every(count => count > 0)
    await expect.poll(hasBoth, { timeout: 30_000 }).toBe(true)
    await killBoth()
    await Promise.all(visits)

    const isKnown = () => {
      const hashes = new Set(credited().map(({ txid }) => txid))
      return [...paid.keys()].filter(hash => !hashes.has(hash))
    }
    await expect.poll(isKnown, { timeout: 30_000 }).toEqual([])
    const untold = `SELECT payment_hash FROM relay_invoices WHERE state <> 'open' AND told = 0`
    await vi.waitFor(() => expect(rowsOf(join('wallet', 'wallet.db'), untold)).toEqual([]), { timeout: 20_000 })

    const sure = credited().filter(({ txid }) => paid.has(txid) || !unsure.has(txid))
    expect(sure.map(textOf).sort()).toEqual([...paid].map(([txid, one]) => textOf({ txid, ...one })).sort())
    expect(credited().filter(({ txid }) => unpaid.has(txid))).toEqual([])
    expect(new Set(credited().map(({ txid }) => txid)).size).toBe(credited().length)
    const total = credited().reduce((sum, { sats }) => sum + sats, 0)
    expect(await callRelay(relay, '/api/earnings', { token })).toMatchObject({ total_sats: total })
  },
  120_000,
)
