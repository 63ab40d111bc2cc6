import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import { finishPsbt, listSends, makePsbt, makeTransaction, type SpendRequest } from '@hornets/contract/wallet/spending'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkpoints } from '../../src/send/checkpoint.ts'
import { RegtestNode } from '../support/bitcoind.ts'
import type { Operator } from '../support/operator.ts'
import { Operator as ChildOperator } from '../support/operator.ts'
import { signElsewhere } from '../support/sign-elsewhere.ts'
import { password, World } from '../support/world.ts'

let node: RegtestNode

beforeAll(async () => {
  node = await RegtestNode.start()
}, 60_000)
afterAll(() => node?.stop())

async function place() {
  const dataDir = await mkdtemp(join(tmpdir(), 'hornets-crash-'))
  const passwordFile = join(dataDir, 'password')
  await writeFile(passwordFile, `${password}\n`)
  return { dataDir, env: { WALLET_PASSWORD_FILE: passwordFile } }
}

type Post = (operator: Operator) => Promise<{ readonly body: unknown }>
const transact =
  (body: SpendRequest, key: string): Post =>
  operator =>
    operator.call(makeTransaction, { body, headers: { 'idempotency-key': key } })

/** A wallet in a process, whose operator is signed in. With a step, it dies there. */
async function startChild(dataDir: string, step = '') {
  let url = ''
  const operator: Operator = new ChildOperator(() => url)
  const child = fork(join(import.meta.dirname, '..', 'support', 'crashing-main.ts'), {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      WALLET_PORT: '0',
      WALLET_NETWORK: 'regtest',
      WALLET_OPERATOR_PUBKEY: operator.pubkey,
      WALLET_PASSWORD_FILE: join(dataDir, 'password'),
      BITCOIND_URL: node.url,
      BITCOIND_COOKIE: node.cookieFile,
      LOG_LEVEL: 'silent',
      CRASH_AT: step,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const died = new Promise<string | null>(done => child.once('exit', (_code, signal) => done(signal)))
  await new Promise<void>((ready, fail) => {
    child.once('message', message => {
      url = (message as { walletUrl: string }).walletUrl
      ready()
    })
    child.once('exit', code => fail(new Error(`the wallet ended with ${code} before it was ready`)))
  })
  await operator.signIn()
  return { operator, child, died }
}

/** Starts a wallet that dies at a step, asks it to pay, and waits for its death. The caller gets no answer. */
async function payAndDie(dataDir: string, step: string, post: Post): Promise<void> {
  const { operator, child, died } = await startChild(dataDir, step)
  const heard = await post(operator)
    .then(({ body }) => JSON.stringify(body))
    .catch(() => 'nothing')
  // A wallet that answers never reached the step: it is ended here, and its output shows why.
  if (heard !== 'nothing') child.kill('SIGTERM')
  const signal = await died
  expect({ heard, signal }).toEqual({ heard: 'nothing', signal: 'SIGKILL' })
}

async function paymentsTo(address: string): Promise<number> {
  const txids = await node.rpc<string[]>('getrawmempool')
  const all = await Promise.all(
    txids.map(txid => node.rpc<{ vout: { scriptPubKey: { address?: string } }[] }>('getrawtransaction', [txid, true])),
  )
  return all.filter(({ vout }) => vout.some(({ scriptPubKey }) => scriptPubKey.address === address)).length
}

/** The step from which the payment will happen, whatever dies. */
const isWrittenDown = (step: string) => checkpoints.indexOf(step as 'recorded') >= checkpoints.indexOf('recorded')

const toOne = checkpoints.map(step => [step, 'one'] as const)
const toMany = [['recorded', 'many'] as const, ['broadcast', 'many'] as const]

/** What differs from a payment to one is how it is built; thorough runs kill it as well. */
const killed = process.env.THOROUGH ? [...toOne, ...toMany] : toOne

test.each(killed)(
  'killed when a payment is %s, to %s: it has happened once or not at all, and its key pays once (WSVC-08)',
  { timeout: 120_000 },
  async (step, whom) => {
    const { dataDir, env } = await place()
    const before = await World.open(node, { dataDir, env })
    await before.create()
    await node.pay(await before.newAddress(), 200_000)
    await node.mine(1)
    await before.settle()
    await before.close()

    const recipient = await node.newAddress()
    const single = { recipient_address: recipient, spend_amount: 50_000 }
    const payees = [single, { recipient_address: await node.newAddress(), spend_amount: 7000 }]
    const paidSats = whom === 'one' ? 50_000 : 57_000
    const paid = whom === 'one' ? { choice: 1, ...single } : { choice: 5, payees }
    const request = { ...paid, priority_rate: 3 } as SpendRequest
    await payAndDie(dataDir, step, transact(request, 'the same intention'))

    const after = await World.open(node, { dataDir, env })
    await after.settle()
    const known = (await after.operator.call(listSends)).body
    expect(await paymentsTo(recipient)).toBe(isWrittenDown(step) ? 1 : 0)
    expect(known).toHaveLength(isWrittenDown(step) ? 1 : 0)
    expect(known.every(({ status }) => status === 'success')).toBe(true)
    const { confirmed } = await after.balance()
    expect(confirmed).toBe(isWrittenDown(step) ? 200_000 - paidSats - (known[0]?.fee_sats ?? 0) : 200_000)

    const again = await after.transact(request, 'the same intention')
    const oncemore = await after.transact(request, 'the same intention')
    expect(again.status).toBe('success')
    expect(oncemore).toEqual(again)
    expect(await paymentsTo(recipient)).toBe(1)
    await after.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)

test('answers a refused payment with the same refusal after a kill, although the wallet can pay by then (WSVC-08)', {
  timeout: 120_000,
}, async () => {
  const { dataDir, env } = await place()
  const before = await World.open(node, { dataDir, env })
  await before.create()
  const address = await before.newAddress()
  await before.close()
  const recipient = await node.newAddress()
  const request = { choice: 1, recipient_address: recipient, spend_amount: 50_000, priority_rate: 3 } as SpendRequest
  const { operator, child, died } = await startChild(dataDir)
  const { body: refused } = await transact(request, 'too early')(operator)
  child.kill('SIGKILL')
  expect([refused, await died]).toEqual([expect.objectContaining({ status: 'failed' }), 'SIGKILL'])
  expect(refused).toMatchObject({ reason: 'insufficient_funds' })

  await node.pay(address, 200_000)
  await node.mine(1)
  const after = await World.open(node, { dataDir, env })
  await after.settle()
  expect(await after.transact(request, 'too early')).toEqual(refused)
  expect(await paymentsTo(recipient)).toBe(0)
  expect(await after.transact(request, 'in time')).toMatchObject({ status: 'success' })
  expect(await paymentsTo(recipient)).toBe(1)
  await after.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** Where a payment is not written down yet, is, and has been sent: thorough runs stop a replacement at every step. */
const replacing = process.env.THOROUGH ? checkpoints : (['signed', 'recorded', 'broadcast'] as const)

test.each(replacing)(
  'keeps one of two, and knows which, when killed while a replacement is %s (WSVC-08)',
  { timeout: 120_000 },
  async step => {
    const { dataDir, env } = await place()
    const before = await World.open(node, { dataDir, env })
    await before.create()
    await node.pay(await before.newAddress(), 200_000)
    await node.mine(1)
    await before.settle()
    const recipient = await node.newAddress()
    const first = await before.pay(recipient, 50_000, 3)
    expect(first).toMatchObject({ status: 'success' })
    await before.settle()
    await before.close()

    const request = { choice: 2, original_tx_id: first.txid, new_fee_rate: 9 } as const
    await payAndDie(dataDir, step, transact(request, 'faster'))

    const after = await World.open(node, { dataDir, env })
    await after.settle()
    const known = (await after.operator.call(listSends)).body
    const inMempool = await node.rpc<string[]>('getrawmempool')
    expect(known).toHaveLength(1)
    expect(inMempool).toContain(known[0]?.txid)
    expect(known[0]?.txid === first.txid).toBe(!isWrittenDown(step))
    expect(await paymentsTo(recipient)).toBe(1)
    const again = await after.transact(request, 'faster')
    expect(again.status).toBe('success')
    expect(await paymentsTo(recipient)).toBe(1)
    await after.close()
    await rm(dataDir, { recursive: true, force: true })
  },
)

describe('killed with a payment of another kind, which has happened once after the restart', () => {
  let dataDir: string
  let env: Record<string, string>
  let words: string[]

  async function prepare<Prepared>(work: (world: World) => Promise<Prepared>): Promise<Prepared> {
    await node.mine(1)
    const world = await World.open(node, { dataDir, env })
    const prepared = await work(world)
    await world.close()
    return prepared
  }
  async function askAgain(post: Post): Promise<string> {
    const world = await World.open(node, { dataDir, env })
    const known = (await world.operator.call(listSends)).body
    const answers = [await post(world.operator), await post(world.operator)].map(({ body }) => body)
    await world.close()
    expect(known).toMatchObject([{ status: 'success' }])
    const [{ txid } = { txid: '' }] = known
    expect(answers).toMatchObject([txid, txid].map(one => ({ status: 'success', txid: one })))
    return txid
  }

  beforeAll(async () => {
    ;({ dataDir, env } = await place())
    await prepare(async world => {
      words = await world.create()
      for (const sats of [100_000, 110_000, 120_000]) await node.pay(await world.newAddress(), sats)
    })
  }, 60_000)
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  test('cancels a recorded payment, so that no one is paid', async () => {
    const recipient = await node.newAddress()
    const first = await prepare(async world => await world.pay(recipient, 50_000, 3))
    const post = transact({ choice: 3, original_tx_id: first.txid, new_fee_rate: 12 }, 'take back')
    await payAndDie(dataDir, 'recorded', post)
    expect(await paymentsTo(recipient)).toBe(1)
    const back = await askAgain(post)
    expect(await node.rpc<string[]>('getrawmempool')).toEqual([back])
    expect(await paymentsTo(recipient)).toBe(0)
  })

  test('broadcast: a slow payment to us is lifted once', async () => {
    const slow = await prepare(async world => {
      const txid = await node.pay(await world.newAddress(), 90_000, 1)
      await world.settle()
      return txid
    })
    const post = transact({ choice: 4, original_tx_id: slow, new_fee_rate: 20 }, 'lift')
    await payAndDie(dataDir, 'broadcast', post)
    const [child] = (await node.rpc<string[]>('getrawmempool')).filter(txid => txid !== slow)
    expect(await askAgain(post)).toBe(child)
  })

  test.each(['recorded', 'broadcast'])('%s: pays an externally signed draft once', async step => {
    const recipient = await node.newAddress()
    const psbt = await prepare(async world => {
      const body = { choice: 1, recipient_address: recipient, spend_amount: 30_000, priority_rate: 3 } as SpendRequest
      const made = await world.operator.call(makePsbt, { body })
      return signElsewhere(made.body.psbt, words, 'bip84')
    })
    const post: Post = operator => operator.call(finishPsbt, { body: { psbt } })
    await payAndDie(dataDir, step, post)
    expect(await paymentsTo(recipient)).toBe(step === 'recorded' ? 0 : 1)
    const paid = await askAgain(post)
    expect(await node.rpc<string[]>('getrawmempool')).toEqual([paid])
    expect(await paymentsTo(recipient)).toBe(1)
  })
})

test('WAPI-06: keeps a payment pending when the node fails during broadcast', async () => {
  const { dataDir, env } = await place()
  const world = await World.open(node, { dataDir, env })
  await world.create()
  await node.pay(await world.newAddress(), 200_000)
  await node.mine(1)
  await world.settle()
  const chain = world.context.chain
  if (!chain) throw new Error('expected a chain')
  const broadcast = chain.broadcast.bind(chain)
  const { chainError } = await import('../../src/chain/chain.ts')
  chain.broadcast = () => Promise.reject(chainError(chainSentences.nodeSilent, {}))
  const recipient = await node.newAddress()
  expect((await fetch(`${world.url}/transaction`, { method: 'POST' })).status).toBe(401)
  const answer = await world.pay(recipient, 50_000)
  expect(answer).toMatchObject({ status: 'pending' })
  expect((await world.operator.call(listSends)).body).toMatchObject([{ txid: answer.txid, status: 'pending' }])
  expect(await paymentsTo(recipient)).toBe(0)
  const other = await world.pay(await node.newAddress(), 50_000)
  expect(other).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  chain.broadcast = broadcast
  await world.settle()
  expect((await world.operator.call(listSends)).body).toMatchObject([{ txid: answer.txid, status: 'success' }])
  expect(await paymentsTo(recipient)).toBe(1)
  await world.close()
  await rm(dataDir, { recursive: true, force: true })
})
