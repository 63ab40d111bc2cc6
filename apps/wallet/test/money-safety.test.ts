import { getBalance, listCoins, listTransactions } from '@hornets/contract/wallet/accounting'
import { finishPsbt, listSends, makePsbt, type SpendRequest } from '@hornets/contract/wallet/spending'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scriptOfAddress } from '../src/addresses/script-address.ts'
import { finishPsbt as finishedPsbt } from '../src/keys/psbt.ts'
import { networkTraits } from '../src/network.ts'
import { ScriptedChain } from './support/scripted-chain.ts'
import { signElsewhere } from './support/sign-elsewhere.ts'
import { World } from './support/world.ts'

const hour = 60 * 60_000
const recipient = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
let chain: ScriptedChain
let world: World
let words: string[]
let clockMs: number

beforeEach(async () => {
  chain = new ScriptedChain()
  clockMs = 1_700_000_000_000
  world = await World.open(undefined, { chain, now: () => (clockMs += 1) })
  words = await world.create()
})
afterEach(() => world.close())

const scriptOf = (address: string) => scriptOfAddress(address, networkTraits('regtest')) as string
/** Somebody has paid the wallet; answers the txid. */
async function receive(sats: number, place: 'block' | 'mempool' = 'block'): Promise<string> {
  const txid = chain.pay(scriptOf(await world.newAddress()), sats, place)
  await world.settle()
  return txid
}
const sends = async () => (await world.operator.call(listSends)).body.map(({ txid, status }) => [txid, status])
const payment = (sats: number, more: object = {}) =>
  ({ choice: 1, recipient_address: recipient, spend_amount: sats, priority_rate: 5, ...more }) as SpendRequest
const pay = (sats: number, key?: string) => world.transact(payment(sats), key)
const raise = (choice: 2 | 3 | 4, original_tx_id: string, new_fee_rate: number, key?: string) =>
  world.transact({ choice, original_tx_id, new_fee_rate }, key)
async function draft(body: SpendRequest) {
  const { psbt, plan } = (await world.operator.call(makePsbt, { body })).body
  return { plan, signed: await signElsewhere(psbt, words, 'bip84') }
}
const finish = async (psbt: string) => (await world.operator.call(finishPsbt, { body: { psbt } })).body
const hexOf = (psbt: string) => finishedPsbt(psbt) as string
/** The same words in another wallet, which pays out of a coin that this one holds. */
async function signedElsewhere(body: SpendRequest, coin?: string): Promise<string> {
  const { plans, vault, coins, database } = world.context
  const kept = coins.list().find(({ txid, vout }) => `${txid}:${vout}` === coin)
  if (kept) database.transact(tx => coins.release(tx, kept))
  return vault.sign(await plans.plan({ enable_rbf: true, send_all: false, ...body } as SpendRequest))
}
const lineOf = async (txid: string) =>
  (await world.operator.call(listTransactions)).body.transactions.find(line => line.txid === txid)

test.each(['mempool min fee not met', 'too-long-mempool-chain', 'non-final', 'Loading block index…', 'missingorspent'])(
  'WAPI-06: a payment whose first answer was lost is no failed one when nodes refuse it later: %s',
  async reason => {
    await receive(200_000)
    // It may have arrived: nobody knows.
    chain.mood = 'silent'
    const first = await pay(50_000, 'once')
    expect(first.status).toBe('pending')
    chain.mood = { reason }
    await world.settle()
    const asked = await pay(50_000, 'once')
    expect(asked).toMatchObject({ status: 'pending', txid: first.txid, figures: { network_reason: reason } })
    expect(await sends()).toEqual([[first.txid, 'pending']])
    expect(await pay(50_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
    chain.mood = 'open'
    await world.settle()
    expect(await pay(50_000, 'once')).toMatchObject({ status: 'success', txid: first.txid })
    expect(await sends()).toEqual([[first.txid, 'success']])
  },
)

test.each(['mempool', 'block'] as const)(
  'a payment whose first answer was lost is paid once a %s shows it, whatever nodes say to it then',
  async place => {
    await receive(200_000)
    chain.mood = 'silent'
    const { txid } = await pay(50_000, 'once')
    await world.settle()
    chain.place(world.context.ledger.find(txid)?.raw ?? '', place)
    chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
    await world.settle()
    expect(await pay(50_000, 'once')).toMatchObject({ status: 'success', txid })
  },
)

test('a payment that waits is failed once a block pays its coins elsewhere, and is not offered again', async () => {
  await receive(200_000)
  const elsewhere = await signedElsewhere(payment(70_000))
  chain.mood = 'silent'
  const { txid } = await pay(50_000, 'once')
  chain.mood = { reason: 'txn-mempool-conflict' }
  chain.place(elsewhere, 'mempool')
  await world.settle()
  // Whoever mines may still choose either.
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', txid })
  expect(await sends()).toEqual([])
  chain.place(elsewhere, 'block')
  chain.handed.length = 0
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', reason: 'coin_not_spendable', txid: '' })
  expect(chain.handed).toEqual([])
})

test('a refusal at the first try is the end of a payment: its coins are free at once', async () => {
  await receive(200_000)
  chain.mood = { reason: 'mempool min fee not met' }
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', reason: 'rejected_by_network' })
  chain.mood = 'open'
  expect((await pay(60_000)).status).toBe('success')
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed' })
})

test('what nodes have forgotten is offered parents first after a crash, and what is built on one that they refuse waits', async () => {
  await receive(200_000)
  const chained: string[] = []
  for (let count = 0; count < 4; count += 1) chained.push((await pay(10_000)).txid)
  await world.settle()
  for (const txid of chained.toReversed()) chain.evict(txid)
  const [first, ...others] = chained
  chain.mood = { reason: 'mempool min fee not met', only: others[0] ?? '' }
  chain.handed.length = 0
  await world.restart()
  // Once all of them, and from then on those that still wait.
  expect(chain.handed.slice(0, 4)).toEqual(chained)
  expect(chain.handed.slice(4)).not.toContain(first)
  expect(await sends()).toEqual([...others.toReversed().map(txid => [txid, 'pending']), [first, 'success']])
  chain.mood = 'open'
  await world.settle()
  expect(await sends()).toEqual(chained.toReversed().map(txid => [txid, 'success']))
})

test('a payment that nodes had once is lost only where they know its coins no longer', async () => {
  await receive(200_000)
  const { txid } = await pay(50_000)
  await world.settle()
  chain.evict(txid)
  chain.mood = { reason: 'insufficient fee, rejecting replacement' }
  await world.settle()
  expect(await sends()).toEqual([[txid, 'pending']])
  chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
  await world.settle()
  expect(await lineOf(txid)).toMatchObject({ dropped: true })
})

test('what is built on a payment to us that nodes forget comes back with it', async () => {
  const slow = await receive(150_000, 'mempool')
  const child = await raise(4, slow, 10)
  expect(child.status).toBe('success')
  await world.settle()
  const slowHex = chain.evict(slow)
  chain.evict(child.txid)
  await world.settle()
  expect(await lineOf(slow)).toMatchObject({ dropped: true })
  expect(await lineOf(child.txid)).toMatchObject({ dropped: true })
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: 0 })
  chain.place(slowHex, 'mempool')
  chain.handed.length = 0
  await world.settle()
  expect(chain.handed).toEqual([child.txid])
  expect(await lineOf(slow)).toMatchObject({ helped_by: child.txid })
})

test('a payment out of coins that nodes forget goes on waiting, lest it be made again, and can be taken back', async () => {
  await receive(40_000)
  const slow = await receive(150_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  const paid = await world.transact(payment(170_000, { coins }))
  expect(paid.status).toBe('success')
  await world.settle()
  for (const txid of [paid.txid, slow]) chain.evict(txid)
  await world.settle()
  expect(await sends()).toEqual([[paid.txid, 'pending']])
  const back = await raise(3, paid.txid, 20)
  expect(back.status).toBe('success')
  await world.settle()
  expect(await sends()).toEqual([[back.txid, 'success']])
  expect(await lineOf(paid.txid)).toMatchObject({ replaced_by: back.txid })
})

test('a payment that never left is not handed over once it is taken back; it is, where nodes refuse to take it back', async () => {
  await receive(200_000)
  chain.mood = 'silent'
  const paid = await pay(50_000, 'once')
  chain.mood = { reason: 'mempool min fee not met' }
  expect(await raise(3, paid.txid, 15)).toMatchObject({ status: 'failed' })
  chain.mood = 'silent'
  const back = await raise(3, paid.txid, 20)
  expect(back.status).toBe('pending')
  chain.mood = 'open'
  chain.handed.length = 0
  await world.settle()
  expect(chain.handed).toEqual([back.txid])
  expect(await sends()).toEqual([[back.txid, 'success']])
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', figures: { txid: back.txid } })
  await world.settle()
  expect(chain.handed).toEqual([back.txid])
})

test('while a replacement waits, what comes back from either is counted once and not spent', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  chain.mood = 'silent'
  const second = await raise(2, first.txid, 20)
  expect(second.status).toBe('pending')
  expect((await world.operator.call(getBalance)).body).toEqual({
    ...{ confirmed: 200_000 - 50_000 - (first.fee_sats ?? 0), pending: 0 },
  })
  expect((await world.operator.call(listCoins)).body).toEqual([])
  expect(await pay(20_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  chain.mood = 'open'
  chain.handed.length = 0
  await world.settle()
  expect(chain.handed).toEqual([second.txid])
  expect((await world.operator.call(getBalance)).body).toEqual({
    ...{ confirmed: 200_000 - 50_000 - (second.fee_sats ?? 0), pending: 0 },
  })
  expect(await lineOf(first.txid)).toMatchObject({ replaced_by: second.txid })
})

test('a PSBT that comes back again is answered as before, with its label and an honest audit log', async () => {
  await receive(200_000)
  const { signed, plan } = await draft(payment(50_000, { label: 'Rent' }))
  chain.mood = 'silent'
  const sent = await finish(signed)
  expect(sent).toMatchObject({ status: 'pending', fee_sats: plan.fee_sats })
  expect(await finish(signed)).toEqual(sent)
  chain.mood = 'open'
  await world.settle()
  expect(await finish(signed)).toMatchObject({ status: 'success', txid: sent.txid })
  expect(await lineOf(sent.txid)).toMatchObject({ label: 'Rent' })
  const other = await draft(payment(60_000))
  chain.mood = { reason: 'mempool min fee not met' }
  const refused = await finish(other.signed)
  expect(refused).toMatchObject({ status: 'failed', reason: 'rejected_by_network' })
  expect(await finish(other.signed)).toEqual(refused)
  const [entry] = world.context.audit.newest(1)
  expect(entry).toMatchObject({ action: 'payment.psbt', outcome: 'refused', detail: 'rejected_by_network' })
})

test('a PSBT is not sent an hour after it was given out, nor once its coins have gone elsewhere', async () => {
  await receive(200_000)
  const late = await draft(payment(50_000))
  clockMs += hour
  await world.operator.signIn()
  expect(await finish(late.signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  const overtaken = await draft(payment(50_000))
  const [coin = ''] = overtaken.plan.inputs.map(({ outpoint }) => outpoint)
  chain.place(await signedElsewhere(payment(80_000), coin), 'mempool')
  await world.settle()
  chain.handed.length = 0
  expect(await finish(overtaken.signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  expect(chain.handed).toEqual([])
})

test('what drafts keep of coins is forgotten with them, so that planning does not slow down with each', async () => {
  for (const sats of [60_000, 90_000, 130_000]) await receive(sats)
  for (const sats of [50_000, 80_000, 120_000]) {
    await draft(payment(sats))
    clockMs += hour
    await world.operator.signIn()
  }
  const kept = world.context.database.reads.all('SELECT * FROM coin_locks')
  expect(kept).toHaveLength(1)
})

test('a PSBT that replaces a payment is not sent once another spends what came back from that', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  const { signed } = await draft({ choice: 2, original_tx_id: first.txid, new_fee_rate: 20 })
  const next = await pay(30_000)
  expect(next.status).toBe('success')
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  expect(chain.holds(first.txid)).toBe(true)
})

test('a PSBT that its signer has sent by itself is taken as sent when it comes back, however late', async () => {
  await receive(200_000)
  const { signed } = await draft(payment(50_000))
  chain.place(hexOf(signed), 'block')
  // A node that has forgotten its old blocks knows neither it nor its coins.
  chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
  // While the node is behind nothing is offered again.
  chain.synced = false
  await world.settle()
  clockMs += 2 * hour
  await world.operator.signIn()
  const answer = await finish(signed)
  expect(answer).toMatchObject({ status: 'success' })
  expect(await finish(signed)).toEqual(answer)
  expect(await lineOf(answer.txid)).toMatchObject({ value_sats: -50_000, confirmations: 1 })
})

test('a payment without RBF is not replaced while a mempool has it; once none has, it can be taken back', async () => {
  await receive(200_000)
  const paid = await world.transact(payment(50_000, { enable_rbf: false }), 'once')
  await world.settle()
  expect(await raise(3, paid.txid, 20)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  chain.evict(paid.txid)
  chain.mood = { reason: 'min relay fee not met', only: paid.txid }
  await world.settle()
  const [waiting] = (await world.operator.call(listSends)).body
  expect(waiting).toMatchObject({ status: 'pending', figures: { network_reason: 'min relay fee not met' } })
  const back = await raise(3, paid.txid, 20)
  expect(back.status).toBe('success')
  await world.settle()
  expect(await sends()).toEqual([[back.txid, 'success']])
  expect(await lineOf(paid.txid)).toMatchObject({ replaced_by: back.txid })
  expect((await world.operator.call(getBalance)).body).toEqual({
    confirmed: 200_000 - (back.fee_sats ?? 0),
    pending: 0,
  })
})

test('a PSBT is not sent once the payment whose change it spends has been replaced', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  const { signed } = await draft(payment(30_000))
  expect((await raise(2, first.txid, 20)).status).toBe('success')
  await world.settle()
  const before = (await world.operator.call(getBalance)).body
  chain.mood = 'silent'
  expect(await finish(signed)).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
  expect((await world.operator.call(getBalance)).body).toEqual(before)
})

test('change of a payment out of coins that nodes forget counts for nothing until they are back', async () => {
  const slow = await receive(150_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  const paid = await world.transact(payment(50_000, { coins }))
  await world.settle()
  const slowHex = chain.evict(slow)
  const paidHex = chain.evict(paid.txid)
  await world.settle()
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: 0 })
  expect((await world.operator.call(listCoins)).body).toEqual([])
  for (const hex of [slowHex, paidHex]) chain.place(hex, 'mempool')
  await world.settle()
  const left = 150_000 - 50_000 - (paid.fee_sats ?? 0)
  expect((await world.operator.call(getBalance)).body).toEqual({ confirmed: 0, pending: left })
})

test('a network that falls silent is not waited for once for each payment that waits', async () => {
  const waiting: string[] = []
  for (let count = 0; count < 3; count += 1) await receive(100_000)
  chain.mood = 'silent'
  for (let count = 0; count < 3; count += 1) waiting.push((await pay(90_000)).txid)
  chain.unanswered.length = 0
  // Some server does not like one of them: the others have their turn.
  await world.context.sends.resume()
  expect(chain.unanswered).toEqual(waiting)
  chain.unanswered.length = 0
  chain.mood = 'gone'
  await world.context.sends.resume()
  expect(chain.unanswered).toEqual(waiting.slice(0, 1))
})

test('nothing is built on a payment that no mempool has: neither could be taken back then', async () => {
  await receive(200_000)
  chain.mood = 'silent'
  const { txid } = await pay(50_000)
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  expect(coins).toHaveLength(1)
  expect(await world.transact(payment(20_000, { coins }))).toMatchObject({ reason: 'coin_not_spendable' })
  chain.mood = { reason: 'min relay fee not met', only: txid }
  expect((await raise(3, txid, 20)).status).toBe('success')
})

test('a payment that was sent and then taken back is no longer called sent', async () => {
  await receive(200_000)
  const paid = await pay(50_000, 'once')
  const back = await raise(3, paid.txid, 20)
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', figures: { txid: back.txid } })
  chain.place(world.context.ledger.find(back.txid)?.raw ?? '', 'block')
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
})

test('a payment is not made again out of other coins where what it replaced could still come back', async () => {
  const slow = await receive(50_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  await receive(300_000)
  const first = await world.transact(payment(45_000, { coins }))
  // Its change does not pay for that rate: a further coin is added.
  const second = await raise(2, first.txid, 100)
  expect(second.status).toBe('success')
  await world.settle()
  for (const txid of [slow, second.txid]) chain.evict(txid)
  await world.settle()
  expect(await sends()).toEqual([[second.txid, 'pending']])
  expect(await raise(2, second.txid, 200)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  expect(await raise(3, second.txid, 200)).toMatchObject({ status: 'success' })
})
