import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AnswerOf, BodyInputOf } from '@hornets/contract'
import type { listPendingTransactions } from '@hornets/contract/admin/wallet'
import { newAddress } from '@hornets/contract/wallet/addresses'
import { setUp } from '@hornets/contract/wallet/set-up'
import { listSends, makeTransaction } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkpoints } from '../../apps/wallet/src/send/checkpoint.ts'
import { freePort, RegtestNode } from '../../apps/wallet/test/support/bitcoind.ts'
import { Operator as WalletOperator } from '../../apps/wallet/test/support/operator.ts'
import { callRelay, claimByCalls } from '../support/calls.ts'
import { type Running, startProgram } from '../support/process.ts'
import { newOperator, type RelayProcess, startRelayProcess } from '../support/world.ts'
import { type PushStage, PushWire } from './push-wire.ts'

/** Killed around a payment, both list the same, and no acknowledged push was repeated. */

const password = 'correct horse battery'
const withinSeconds = { timeout: 60_000, interval: 200 }
let node: RegtestNode
let relay: RelayProcess
let wire: PushWire
let wallet: Running<unknown>
let walletPort: number
let token: string
let count = 0
/** The relay learns of a recorded payment; apps/wallet/test/payments/crash.test.ts proves every step. */
const steps = process.env.THOROUGH ? checkpoints : (['recorded'] as const)
/** The other kills are above: no report came twice then. */
const ends = process.env.THOROUGH
  ? ([
      ['SIGKILL', 'SIGKILL'],
      ['SIGTERM', 'SIGTERM'],
    ] as const)
  : ([['SIGKILL', 'SIGTERM']] as const)
const operator = new WalletOperator(() => `http://127.0.0.1:${walletPort}`)

/** @param crashAt the step of a payment at which the wallet kills itself */
async function startWallet(crashAt?: string): Promise<void> {
  const env = {
    DATA_DIR: join(relay.dataDir, 'wallet'),
    WALLET_PORT: String(walletPort),
    WALLET_API_KEY_FILE: join(relay.dataDir, 'wallet-api-key'),
    WALLET_PASSWORD_FILE: join(relay.dataDir, 'wallet-password'),
    WALLET_OPERATOR_PUBKEY: operator.pubkey,
    WALLET_NETWORK: 'regtest',
    BITCOIND_URL: node.url,
    BITCOIND_COOKIE: node.cookieFile,
    RELAY_URL: wire.url,
    ...(crashAt !== undefined && { CRASH_AT: crashAt }),
  }
  wallet = await startProgram('wallet', env, `test/support/${crashAt === undefined ? 'cheap' : 'crashing'}-main.ts`)
  await operator.signIn()
}

beforeAll(async () => {
  walletPort = await freePort()
  const env = { WALLET_URL: `http://127.0.0.1:${walletPort}` }
  ;[node, relay] = await Promise.all([RegtestNode.start(), startRelayProcess({ env })])
  wire = await PushWire.open(() => relay.adminUrl)
  token = await claimByCalls(relay, newOperator())
  await writeFile(join(relay.dataDir, 'wallet-password'), `${password}\n`)
  await startWallet()
  await operator.call(setUp, { body: { mode: 'create', password } })
  const { address } = (await operator.call(newAddress, { body: {} })).body
  for (let coins = 0; coins < 12; coins += 1) await node.pay(address, 200_000)
  await node.mine(1)
  await vi.waitFor(async () => expect(await balance()).toBe(12 * 200_000), withinSeconds)
}, 120_000)
afterAll(async () => {
  await wallet?.end()
  wire?.close()
  await relay?.stop()
  await node?.stop()
})

const balances = () =>
  callRelay(relay, '/api/balance/usd', { token }) as Promise<{ latest_balance: number; pending_sats: number }>
const balance = async () => (await balances()).latest_balance
const allCoins = async () => {
  const { latest_balance, pending_sats } = await balances()
  return latest_balance + pending_sats
}
/** What the node's own wallet counts, which follows the same keys. */
async function coinsInNode(): Promise<number> {
  const name = (await node.rpc<string[]>('listwallets')).find(one => one.startsWith('hornets-'))
  const { mine } = await node.rpc<{ mine: Record<'trusted' | 'untrusted_pending', number> }>('getbalances', [], name)
  return Math.round((mine.trusted + mine.untrusted_pending) * 1e8)
}
const listed = () =>
  callRelay(relay, '/api/pending-transactions', { token }) as Promise<AnswerOf<typeof listPendingTransactions>>
const factsOf = (rows: readonly { readonly txid: string; readonly status?: string | undefined }[]) =>
  rows.map(({ txid, status }) => `${txid} ${status}`).sort()

async function newOrder() {
  count += 1
  const request: BodyInputOf<typeof makeTransaction> = {
    choice: 1,
    recipient_address: await node.newAddress(),
    spend_amount: 30_000 + count,
    priority_rate: 3,
    enable_rbf: true,
  }
  return { request, key: `intention ${count}` }
}
const order = ({ request, key }: { request: BodyInputOf<typeof makeTransaction>; key: string }) =>
  operator
    .call(makeTransaction, { body: request, headers: { 'idempotency-key': key } })
    .then(({ body }) => body)
    .catch(() => undefined)

/** Payments to the wallet, which may wait for a block while it pays. */
const received = new Set<string>()
const paidInMempool = async () => (await node.rpc<string[]>('getrawmempool')).filter(txid => !received.has(txid))

/** Both books say the same as the network; every acknowledged push was the next of one stream, and no report came twice. */
async function expectOneBook(payments: number): Promise<void> {
  const told = async () => {
    const [sends, rows] = await Promise.all([operator.call(listSends), listed()])
    return { wallet: factsOf(sends.body), relay: factsOf(rows) }
  }
  const inMempool = (await paidInMempool()).map(txid => `${txid} success`).sort()
  expect(inMempool).toHaveLength(payments)
  await expect.poll(told, withinSeconds).toEqual({ wallet: inMempool, relay: inMempool })
  expect((await listed()).filter(({ untold }) => untold)).toEqual([])
  const heard = wire.pushes.filter(({ isAcknowledged }) => isAcknowledged)
  expect(heard.map(({ sequence }) => sequence.number)).toEqual(heard.map((_, index) => index + 1))
  expect(new Set(heard.map(({ sequence }) => sequence.stream)).size).toBe(1)
  const reports = heard.flatMap(({ path, rows }) => (path.endsWith('/payments') ? rows : []))
  expect(reports).toEqual([...new Set(reports)])
}

const killed: [who: 'wallet' | 'relay', stage: PushStage][] = [
  ['wallet', 'arrives'],
  ['wallet', 'is taken'],
  ['relay', 'arrives'],
  ['relay', 'is taken'],
]

const paymentOf = (intention: string) => `"intention":${JSON.stringify(intention)}`

/** The push is lost, unless the relay answered it before it died. */
const kill = (who: 'wallet' | 'relay', text: string, stage: PushStage) =>
  wire.atRow(text, stage, async () => {
    await (who === 'wallet' ? wallet.end('SIGKILL') : relay.restart('SIGKILL'))
    return who === 'relay' && stage === 'is taken'
  })

test.each(killed.filter((_, at) => process.env.THOROUGH || at % 3 === 0))(
  'the %s is killed when the push of a received payment %s: it comes again and counts once (PUSH-06)',
  { timeout: 120_000 },
  async (who, stage) => {
    const { address } = (await operator.call(newAddress, { body: {} })).body
    const killing = kill(who, `"output":"${address}"`, stage)
    received.add(await node.pay(address, 50_000))
    await killing
    if (who === 'wallet') await startWallet()
    const lines = async () => {
      const all = (await callRelay(relay, '/api/transactions/latest', { token })) as { Output: string; Value: number }[]
      return all.flatMap(({ Output, Value }) => (Output === address ? [Value] : []))
    }
    await expect.poll(lines, withinSeconds).toEqual([50_000])
    await expect.poll(async () => (await allCoins()) - (await coinsInNode()), withinSeconds).toBe(0)
    expect(await lines()).toEqual([50_000])
  },
)

let inFlight = 0

test.each(steps)('the wallet is killed when a payment is %s', { timeout: 120_000 }, async step => {
  const asked = await newOrder()
  await wallet.end()
  await startWallet(step)
  expect(await order(asked)).toBeUndefined()
  await wallet.ended
  await startWallet()
  const isSigned = checkpoints.indexOf(step) >= checkpoints.indexOf('recorded')
  if (isSigned) inFlight += 1
  await expect.poll(async () => (await operator.call(listSends)).body.length, withinSeconds).toBe(inFlight)
  await expect.poll(paidInMempool, withinSeconds).toHaveLength(inFlight)
  await expectOneBook(inFlight)
})

test.each(killed)(
  'the %s is killed when the push of a payment %s: it comes again and counts once (PUSH-06)',
  { timeout: 120_000 },
  async (who, stage) => {
    const asked = await newOrder()
    const [said] = await Promise.all([order(asked), kill(who, paymentOf(asked.key), stage)])
    if (who === 'relay') expect(said).toMatchObject({ status: 'success' })
    else await startWallet()
    inFlight += 1
    await expectOneBook(inFlight)
  },
)

test.runIf(process.env.THOROUGH).each(killed)(
  'the %s is killed when the push of a replacement %s',
  { timeout: 120_000 },
  async (who, stage) => {
    if (inFlight === 0) await order(await newOrder())
    const [first] = (await operator.call(listSends)).body
    inFlight = Math.max(inFlight, 1)
    const request = { choice: 2, original_tx_id: first?.txid ?? '', new_fee_rate: (first?.fee_rate ?? 3) + 4 } as const
    count += 1
    const key = `intention ${count}`
    await Promise.all([order({ request, key }), kill(who, paymentOf(key), stage)])
    if (who === 'wallet') await startWallet()
    await expectOneBook(inFlight)
    expect((await listed()).map(({ txid }) => txid)).not.toContain(first?.txid)
  },
)

test('reports no payment again after a kill or end of either process', { timeout: 120_000 }, async () => {
  // Reports of the last replacement may still be on their way.
  const withRows = () => wire.pushes.filter(({ rows }) => rows.length > 0).length
  await vi.waitFor(async () => {
    const told = withRows()
    await sleep(2500)
    expect(withRows()).toBe(told)
  }, withinSeconds)
  const before = wire.pushes.length
  for (const [ofRelay, ofWallet] of ends) {
    await relay.restart(ofRelay)
    await wallet.end(ofWallet)
    await startWallet()
    // The wallet's rounds are two seconds apart; at its start the relay says which push it has accepted last.
    await sleep(3000)
  }
  // A balance that the relay was down for is told again; it holds no payment.
  expect(wire.pushes.slice(before).filter(({ rows }) => rows.length > 0)).toEqual([])
  await expectOneBook(inFlight)
})
