import { finalConfirmations, getBalance, listCoins } from '@hornets/contract/wallet/accounting'
import { feeWord } from '@hornets/contract/wallet/confirmations'
import { listSends } from '@hornets/contract/wallet/spending'
import { expect, test, vi } from 'vitest'
import {
  chain,
  hour,
  lineOf,
  openScriptedWorlds,
  passTime,
  pay,
  payment,
  raise,
  receive,
  sends,
  signedElsewhere,
  world,
} from '../support/scripted-world.ts'
import { password } from '../support/world.ts'

openScriptedWorlds()

test.each(['mempool min fee not met', 'too-long-mempool-chain', 'non-final', 'Loading block index…', 'missingorspent'])(
  'WAPI-06: keeps a payment without a first answer pending when nodes refuse it later: %s',
  async reason => {
    await receive(200_000)
    // It may have arrived: no one knows.
    chain.mood = 'silent'
    const first = await pay(50_000, 'once')
    expect(first).toMatchObject({
      status: 'pending',
      txid: expect.stringMatching(/^[0-9a-f]{64}$/),
      message: expect.stringMatching(/\S/),
    })
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
  'marks a payment without a first answer as paid once a %s shows it, despite later answers',
  async place => {
    await receive(200_000)
    chain.mood = 'silent'
    const { txid } = await pay(50_000, 'once')
    await world.settle()
    chain.place(world.context.chainBook.find(txid)?.raw ?? '', place)
    chain.mood = { reason: 'bad-txns-inputs-missingorspent' }
    await world.settle()
    expect(await pay(50_000, 'once')).toMatchObject({ status: 'success', txid })
  },
)

test('a payment that waits fails once six blocks hold what spends its coins, and is not offered again', async () => {
  await receive(200_000)
  const elsewhere = await signedElsewhere(payment(70_000))
  chain.mood = 'silent'
  const { txid } = await pay(50_000, 'once')
  chain.mood = { reason: 'txn-mempool-conflict' }
  chain.place(elsewhere, 'mempool')
  await world.settle()
  // A miner may still choose either.
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', txid })
  expect(await sends()).toEqual([])
  chain.place(elsewhere, 'block')
  chain.handed.length = 0
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', txid })
  chain.mine(finalConfirmations - 1)
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', reason: 'coin_not_spendable', txid: '' })
  expect(chain.handed).toEqual([])
})

test('fails a payment refused at the first try, without a txid, and frees its coins immediately (WSVC-07)', async () => {
  await receive(200_000)
  chain.mood = { reason: 'mempool min fee not met' }
  const refused = { status: 'failed', txid: '', reason: 'rejected_by_network' }
  expect(await pay(50_000, 'once')).toMatchObject(refused)
  chain.mood = 'open'
  expect((await pay(60_000)).status).toBe('success')
  expect(await pay(50_000, 'once')).toMatchObject(refused)
})

test('a payment that a server refuses for now stays pending and keeps its coins', async () => {
  await receive(200_000)
  chain.mood = { reason: 'mempool min fee not met', isFinal: false }
  const first = await pay(50_000, 'once')
  expect(first).toMatchObject({ status: 'pending', figures: { network_reason: 'mempool min fee not met' } })
  expect(await pay(60_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  chain.mood = 'open'
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'success', txid: first.txid })
})

test('a payment that was refused stays so when the same one is made again under another key', async () => {
  await receive(200_000)
  chain.mood = { reason: 'mempool min fee not met' }
  await pay(50_000, 'once')
  chain.mood = 'open'
  const again = await pay(50_000, 'again')
  expect(again.status).toBe('success')
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', txid: '' })
  expect(await sends()).toEqual([[again.txid, 'success']])
})

test('rebroadcasts parents first after a crash, and keeps children of refused ones waiting', async () => {
  await receive(200_000)
  const chained: string[] = []
  for (let count = 0; count < 4; count += 1) chained.push((await pay(10_000 + count)).txid)
  await world.settle()
  for (const txid of chained.toReversed()) chain.evict(txid)
  const [first, ...others] = chained
  chain.mood = { reason: 'mempool min fee not met', only: others[0] ?? '' }
  chain.handed.length = 0
  await world.restart()
  // First all of them, then only those that still wait.
  expect(chain.handed.slice(0, 4)).toEqual(chained)
  expect(chain.handed.slice(4)).not.toContain(first)
  expect(await sends()).toEqual([...others.toReversed().map(txid => [txid, 'pending']), [first, 'success']])
  chain.mood = 'open'
  await world.settle()
  expect(await sends()).toEqual(chained.toReversed().map(txid => [txid, 'success']))
})

test('keeps a once accepted payment waiting until a block spends its coins', async () => {
  await receive(200_000)
  const { txid } = await pay(50_000, 'once')
  await world.settle()
  chain.evict(txid)
  for (const reason of ['insufficient fee, rejecting replacement', 'bad-txns-inputs-missingorspent']) {
    chain.mood = { reason }
    await world.settle()
    expect(await sends()).toEqual([[txid, 'pending']])
    expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', figures: { network_reason: reason } })
    expect(await pay(50_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  }
})

test('keeps a raised payment when the clock is set back', async () => {
  await receive(200_000)
  const first = await pay(50_000)
  await world.settle()
  await passTime(-3 * hour)
  chain.mood = 'silent'
  const second = await raise(2, first.txid, 20, 'raised')
  await world.settle()
  expect(await sends()).toEqual([
    [second.txid, 'pending'],
    [first.txid, 'success'],
  ])
  expect(await lineOf(second.txid)).not.toHaveProperty('replaced_by')
  chain.mood = 'open'
  await world.settle()
  expect(await sends()).toEqual([[second.txid, 'success']])
  expect(await lineOf(first.txid)).toMatchObject({ replaced_by: second.txid })
})

test('keeps a payment from forgotten coins waiting, so that it is not repeated, and can cancel it', async () => {
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
    confirmed: 200_000 - 50_000 - (first.fee_sats ?? 0),
    pending: 0,
  })
  expect((await world.operator.call(listCoins)).body).toEqual([])
  expect(await pay(20_000)).toMatchObject({ status: 'failed', reason: 'insufficient_funds' })
  chain.mood = 'open'
  chain.handed.length = 0
  await world.settle()
  expect(chain.handed).toEqual([second.txid])
  expect((await world.operator.call(getBalance)).body).toEqual({
    confirmed: 200_000 - 50_000 - (second.fee_sats ?? 0),
    pending: 0,
  })
  expect(await lineOf(first.txid)).toMatchObject({ replaced_by: second.txid })
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

test('a network that falls silent is not waited for once for each payment that waits', async () => {
  const waiting: string[] = []
  for (let count = 0; count < 3; count += 1) await receive(100_000)
  chain.mood = 'silent'
  for (let count = 0; count < 3; count += 1) waiting.push((await pay(90_000 + count)).txid)
  chain.unanswered.length = 0
  // If a server rejects one of them, the others are still sent.
  await world.context.sends.resume()
  expect(chain.unanswered).toEqual(waiting)
  chain.unanswered.length = 0
  chain.mood = 'gone'
  await world.context.sends.resume()
  expect(chain.unanswered).toEqual(waiting.slice(0, 1))
})

test('sends a payment without long delay while others are rebroadcast to a hanging network', async () => {
  for (const sats of [100_000, 90_000]) await receive(sats)
  chain.mood = 'silent'
  const waiting = await pay(80_000)
  chain.mood = 'hanging'
  const patience = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
  await world.context.sends.resume()
  expect(patience.mock.calls).toEqual([[10_000], [10_000]])
  patience.mockRestore()
  chain.mood = { reason: 'min relay fee not met', only: waiting.txid }
  expect((await pay(70_000)).status).toBe('success')
})

test('does not call a sent payment sent after its cancellation', async () => {
  await receive(200_000)
  const paid = await pay(50_000, 'once')
  const back = await raise(3, paid.txid, 20)
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'pending', figures: { txid: back.txid } })
  chain.place(world.context.chainBook.find(back.txid)?.raw ?? '', 'block')
  chain.mine(finalConfirmations - 1)
  await world.settle()
  expect(await pay(50_000, 'once')).toMatchObject({ status: 'failed', reason: 'coin_not_spendable' })
})

test('a payment is not made again out of other coins where what it replaced could still come back', async () => {
  const slow = await receive(50_000, 'mempool')
  const coins = (await world.operator.call(listCoins)).body.map(({ outpoint }) => outpoint)
  await receive(300_000)
  const first = await world.transact(payment(45_000, { coins }))
  // Its change does not cover that rate, so another coin is added.
  const dear = { password, fee_word: feeWord }
  const second = await world.transact({ choice: 2, original_tx_id: first.txid, new_fee_rate: 100, ...dear })
  expect(second.status).toBe('success')
  await world.settle()
  for (const txid of [slow, second.txid]) chain.evict(txid)
  await world.settle()
  expect(await sends()).toEqual([[second.txid, 'pending']])
  expect(await raise(2, second.txid, 200)).toMatchObject({ status: 'failed', reason: 'not_replaceable' })
  expect(await raise(3, second.txid, 200)).toMatchObject({ status: 'success' })
})
