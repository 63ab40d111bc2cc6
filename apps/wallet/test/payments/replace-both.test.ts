import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import {
  finishPsbt,
  listSends,
  makePsbt,
  makeTransaction,
  previewTransaction,
  type SpendRequest,
} from '@hornets/contract/wallet/spending'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkpoints } from '../../src/send/checkpoint.ts'
import { RegtestNode } from '../support/bitcoind.ts'
import { Operator } from '../support/operator.ts'
import { signElsewhere } from '../support/sign-elsewhere.ts'
import { password, World } from '../support/world.ts'

interface NodeTransaction {
  readonly vin: { txid: string; vout: number }[]
  readonly vout: { value: number; scriptPubKey: { address?: string } }[]
}

let node: RegtestNode
let world: World
let words: string[]
let dataDir: string
let env: Record<string, string>

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hornets-both-'))
  const passwordFile = join(dataDir, 'password')
  await writeFile(passwordFile, `${password}\n`)
  env = { WALLET_PASSWORD_FILE: passwordFile }
  world = await World.open(node, { dataDir, env })
  words = await world.create()
})
afterEach(async () => {
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
  await node.mine(1)
})

const inMempool = () => node.rpc<string[]>('getrawmempool')
const feeOf = async (txid: string) =>
  Math.round((await node.rpc<{ fees: { base: number } }>('getmempoolentry', [txid])).fees.base * 1e8)
const readTransaction = (txid: string) => node.rpc<NodeTransaction>('getrawtransaction', [txid, true])
async function paidTo(address: string): Promise<number[]> {
  const height = await node.rpc<number>('getblockcount')
  const txids = await inMempool()
  for (let back = 0; back < 3; back += 1) {
    const hash = await node.rpc<string>('getblockhash', [height - back])
    txids.push(...(await node.rpc<{ tx: string[] }>('getblock', [hash])).tx)
  }
  const all = await Promise.all(txids.map(readTransaction))
  return all.flatMap(({ vout }) =>
    vout.flatMap(({ value, scriptPubKey }) => (scriptPubKey.address === address ? [Math.round(value * 1e8)] : [])),
  )
}
const both = (txid: string, new_fee_rate = 20): SpendRequest => ({
  choice: 2,
  original_tx_id: txid,
  new_fee_rate,
  with_later: true,
})
const sends = async (one = world) =>
  (await one.operator.call(listSends)).body.map(({ txid, status }) => `${txid} ${status}`)
const lineOf = async (txid: string) => (await world.history()).find(line => line.txid === txid)

async function chainOfTwo(deposits: readonly number[] = [200_000]) {
  for (const sats of deposits) await node.pay(await world.newAddress(), sats)
  await node.mine(1)
  await world.settle()
  const [first, second] = [await node.newAddress(), await node.newAddress()]
  const parent = await world.pay(first, 50_000, 2)
  await world.settle()
  const child = await world.pay(second, deposits.length > 1 ? 150_000 : 60_000, 3)
  await world.settle()
  expect([parent.status, child.status]).toEqual(['success', 'success'])
  const raw = await node.rpc<string>('getrawtransaction', [parent.txid])
  return { first, second, parent: parent.txid, child: child.txid, raw }
}

/** A miner prefers the first payment to its replacement. */
const mineParent = async (raw: string) => {
  await node.rpc('generateblock', [await node.newAddress(), [raw]])
  await node.rpc('syncwithvalidationinterfacequeue')
}

test('a payment whose change is spent is refused alone, and replaced with the later one by one transaction that pays both once', async () => {
  const { first, second, parent, child } = await chainOfTwo()
  const fees = (await feeOf(parent)) + (await feeOf(child))
  const { with_later: _, ...alone } = both(parent) as SpendRequest & { with_later?: boolean }
  const refused = await world.transact(alone as SpendRequest)
  expect(refused).toMatchObject({ status: 'failed', template: refusals.changeSpent.template })

  const plan = (await world.operator.call(previewTransaction, { body: both(parent) })).body
  expect(plan.takes_along).toEqual([child])
  const made = await world.transact(both(parent), 'both')
  expect(made).toMatchObject({ status: 'success', fee_sats: plan.fee_sats })
  expect(await inMempool()).toEqual([made.txid])
  expect(await feeOf(made.txid)).toBe(plan.fee_sats)
  expect(plan.fee_sats).toBeGreaterThanOrEqual(fees + plan.vsize)
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])

  await world.settle()
  expect(await sends()).toEqual([`${made.txid} success`])
  for (const txid of [parent, child]) expect(await lineOf(txid)).toMatchObject({ replaced_by: made.txid })
  expect(await world.balance()).toEqual({ confirmed: 200_000 - 110_000 - plan.fee_sats, pending: 0 })
  expect(await world.transact(both(parent), 'both')).toMatchObject({ status: 'success', txid: made.txid })
  await node.mine(1)
  await world.settle()
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
  expect(await world.balance()).toEqual({ confirmed: 200_000 - 110_000 - plan.fee_sats, pending: 0 })
  expect(await sends()).toEqual([])
})

test('too low a rate for both is refused with the least that nodes take, and that one they do take', async () => {
  const { parent, child } = await chainOfTwo()
  const fees = (await feeOf(parent)) + (await feeOf(child))
  const refused = await world.transact(both(parent, 2.1))
  expect(refused).toMatchObject({ status: 'failed', reason: 'fee_too_low' })
  const { lowest_rate, lowest_fee_sats } = refused.figures ?? {}
  expect(lowest_fee_sats).toBeGreaterThan(fees)
  const made = await world.transact(both(parent, Number(lowest_rate)))
  expect(made).toMatchObject({ status: 'success', fee_sats: lowest_fee_sats })
  expect(await inMempool()).toEqual([made.txid])
})

test("spends the later payment's other coins in the replacement, and leaves nothing behind", async () => {
  const { first, second, parent, child } = await chainOfTwo([120_000, 110_000])
  const kept = new Set([parent, child])
  const spent = [...(await readTransaction(parent)).vin, ...(await readTransaction(child)).vin]
  const wanted = spent.filter(({ txid }) => !kept.has(txid)).map(({ txid, vout }) => `${txid}:${vout}`)
  expect(wanted).toHaveLength(2)
  const made = await world.transact(both(parent))
  expect(made.status).toBe('success')
  const inputs = (await readTransaction(made.txid)).vin.map(({ txid, vout }) => `${txid}:${vout}`)
  expect(inputs.toSorted()).toEqual(wanted.toSorted())
  expect(await inMempool()).toEqual([made.txid])
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [150_000]])
})

test('still replaces both when raised again, and cancels both when cancelled', async () => {
  const { first, second, parent, child } = await chainOfTwo()
  const made = await world.transact(both(parent))
  await world.settle()
  const raised = await world.transact({ choice: 2, original_tx_id: made.txid, new_fee_rate: 30 })
  expect(raised.status).toBe('success')
  await world.settle()
  expect(await inMempool()).toEqual([raised.txid])
  for (const txid of [parent, child, made.txid]) expect(await lineOf(txid)).toMatchObject({ replaced_by: raised.txid })
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
  const back = await world.transact({ choice: 3, original_tx_id: raised.txid, new_fee_rate: 70 })
  expect(back.status).toBe('success')
  await world.settle()
  expect(await sends()).toEqual([`${back.txid} success`])
  expect(await lineOf(child)).toMatchObject({ replaced_by: back.txid })
  expect([await paidTo(first), await paidTo(second)]).toEqual([[], []])
})

test('is refused after the first payment confirms, and the later one remains', async () => {
  const { first, second, parent, child, raw } = await chainOfTwo()
  await mineParent(raw)
  const made = await world.transact(both(parent), 'both')
  expect(made).toMatchObject({ status: 'failed' })
  await world.settle()
  expect(await sends()).toEqual([`${child} success`])
  expect(await world.transact(both(parent), 'both')).toMatchObject({ status: 'failed' })
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
})

test('sends the later payment again after the first confirms, and pays each once', async () => {
  const { first, second, parent, child, raw } = await chainOfTwo()
  const made = await world.transact(both(parent), 'both')
  await world.settle()
  expect(await inMempool()).toEqual([made.txid])
  await mineParent(raw)
  for (let round = 0; round < 2; round += 1) await world.settle()
  expect(await inMempool()).toEqual([child])
  expect(await sends()).toEqual([`${child} success`])
  expect(await lineOf(made.txid)).toMatchObject({ replaced_by: parent })
  expect(await world.transact(both(parent), 'both')).toMatchObject({ status: 'pending' })
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
  const raised = await world.transact({ choice: 2, original_tx_id: child, new_fee_rate: 12 })
  expect(raised.status).toBe('success')
  expect(await paidTo(second)).toEqual([60_000])
})

test("keeps the later payment's change in an unsent replacement of both", async () => {
  const { parent } = await chainOfTwo()
  const { chain } = world.context
  if (!chain) throw new Error('expected a chain')
  const broadcast = chain.broadcast.bind(chain)
  const { chainError } = await import('../../src/chain/chain.ts')
  const { chainSentences } = await import('@hornets/contract/wallet/answers/chain-sentences')
  chain.broadcast = () => Promise.reject(chainError(chainSentences.nodeSilent, {}))
  const made = await world.transact(both(parent))
  expect(made.status).toBe('pending')
  expect(await world.pay(await node.newAddress(), 20_000)).toMatchObject({ reason: 'insufficient_funds' })
  chain.broadcast = broadcast
  await world.settle()
  expect(await inMempool()).toEqual([made.txid])
})

test('signed elsewhere it replaces both, unless something has been built on them since', async () => {
  const { first, second, parent, child } = await chainOfTwo()
  const make = async (rate: number) => {
    const { psbt } = (await world.operator.call(makePsbt, { body: both(parent, rate) })).body
    return signElsewhere(psbt, words, 'bip84')
  }
  const early = await make(18)
  const third = await node.newAddress()
  const grandchild = await world.pay(third, 10_000, 3)
  expect(grandchild.status).toBe('success')
  await world.settle()
  const finish = async (psbt: string) => (await world.operator.call(finishPsbt, { body: { psbt } })).body
  expect(await finish(early)).toMatchObject({ status: 'failed', template: refusals.changeSpent.template })
  const made = await finish(await make(25))
  expect(made.status).toBe('success')
  expect(await inMempool()).toEqual([made.txid])
  await world.settle()
  for (const txid of [parent, child, grandchild.txid])
    expect(await lineOf(txid)).toMatchObject({ replaced_by: made.txid })
  expect([await paidTo(first), await paidTo(second), await paidTo(third)]).toEqual([[50_000], [60_000], [10_000]])
})

async function dieAt(step: string, body: SpendRequest, key: string): Promise<void> {
  let url = ''
  const operator: Operator = new Operator(() => url)
  const child = fork(join(import.meta.dirname, '..', 'support', 'crashing-main.ts'), {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      WALLET_PORT: '0',
      WALLET_NETWORK: 'regtest',
      ...env,
      WALLET_OPERATOR_PUBKEY: operator.pubkey,
      BITCOIND_URL: node.url,
      BITCOIND_COOKIE: node.cookieFile,
      LOG_LEVEL: 'silent',
      CRASH_AT: step,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = new Promise<string | null>(done => child.once('exit', (_code, signal) => done(signal)))
  url = await new Promise<string>(ready =>
    child.once('message', told => ready((told as { walletUrl: string }).walletUrl)),
  )
  await operator.signIn()
  const post = operator.call(makeTransaction, { body, headers: { 'idempotency-key': key } })
  const heard = await post.then(reply => reply.body).catch(() => 'nothing')
  if (heard !== 'nothing') child.kill('SIGTERM')
  expect({ heard, signal: await died }).toEqual({ heard: 'nothing', signal: 'SIGKILL' })
}

const isWrittenDown = (step: string) => checkpoints.indexOf(step as 'recorded') >= checkpoints.indexOf('recorded')

const steps = process.env.THOROUGH ? checkpoints : (['signed', 'recorded', 'broadcast'] as const)

test.each(steps)(
  'killed when a replacement of both is %s: both are paid once, and the wallet knows by what',
  { timeout: 120_000 },
  async step => {
    const { first, second, parent, child } = await chainOfTwo()
    await world.close()
    await dieAt(step, both(parent), 'both')
    world = await World.open(node, { dataDir, env })
    await world.settle()
    const pool = await inMempool()
    if (isWrittenDown(step)) expect(pool).not.toContain(parent)
    expect(pool).toHaveLength(isWrittenDown(step) ? 1 : 2)
    expect(await sends()).toEqual(
      isWrittenDown(step) ? [`${pool[0]} success`] : [`${child} success`, `${parent} success`],
    )
    expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
    const again = await world.transact(both(parent), 'both')
    expect(again.status).toBe('success')
    expect(await inMempool()).toEqual([again.txid])
    expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
  },
)

test('killed between recording and broadcast while the first payment is confirmed: each is paid once', async () => {
  const { first, second, parent, child, raw } = await chainOfTwo()
  await world.close()
  await dieAt('recorded', both(parent), 'both')
  await mineParent(raw)
  world = await World.open(node, { dataDir, env })
  await world.settle()
  expect(await inMempool()).toEqual([child])
  expect(await sends()).toEqual([`${child} success`])
  expect([await paidTo(first), await paidTo(second)]).toEqual([[50_000], [60_000]])
  expect(await world.transact(both(parent), 'both')).toMatchObject({ status: 'pending' })
  await node.mine(6)
  await world.settle()
  expect(await world.transact(both(parent), 'both')).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
}, 120_000)
