import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { expect, test, vi } from 'vitest'
import { ChainError } from '../../src/chain/chain.ts'
import { parseTransaction } from '../../src/coins/raw-transaction.ts'
import { caller, openDesk, payee, payment, raise, scriptOf } from '../support/desk.ts'

const says = (refusal: { readonly template: string }) => ({ template: refusal.template })

test('a payment passes its steps in order: planned, signed, recorded, and only then broadcast', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const answer = await desk.pay(payment(60_000))
  expect(answer).toMatchObject({ status: 'success', fee_sats: expect.any(Number), vsize: expect.any(Number) })
  expect(desk.steps).toEqual(['planned', 'signed', 'recorded', 'broadcast', 'accepted'])
  expect(desk.chain.handed).toEqual([answer.txid])
  const { outputs } = parseTransaction(desk.ledger.find(answer.txid)?.raw ?? '')
  expect(outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000 })
})

test('a payment is recorded as it was asked: payee, amount, fee, rate, and whether it can be replaced', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const answer = await desk.pay(payment(60_000, { enable_rbf: false }), 'key')
  expect(desk.store.findByTxid(answer.txid)).toMatchObject({
    ...{ idempotency_key: 'key', choice: 1, state: 'sent', replaces: null, recipient: payee, amount_sats: 60_000 },
    ...{ enable_rbf: 0, fee_sats: answer.fee_sats, vsize: answer.vsize, fee_rate: 5, refusal: null },
    ...{ signed_elsewhere: 0, outflow_sats: 60_000 + (answer.fee_sats ?? 0) },
  })
  expect(desk.sends.spentSince(0)).toBe(60_000 + (answer.fee_sats ?? 0))
  expect(desk.sends.paidSince(0)).toEqual([{ recipient: payee, amountSats: 60_000 }])
  expect(desk.sends.findSent(answer.txid)).toMatchObject({ payees: 0 })
})

test('a key that is known answers as before, pays nothing again, and is refused for anything else', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const first = await desk.pay(payment(60_000), 'key')
  expect(await desk.pay(payment(60_000), 'key')).toEqual(first)
  const turned = Object.fromEntries(Object.entries(payment(60_000)).toReversed())
  expect(await desk.pay(turned as typeof first & ReturnType<typeof payment>, 'key')).toEqual(first)
  await expect(desk.pay(payment(60_001), 'key')).rejects.toMatchObject({
    ...{ code: 'conflict', message: walletMessages.keyReused },
  })
  expect(desk.chain.handed).toHaveLength(1)
})

test('the guard learns whether a payment has a key, and what it asks for is spent with the record', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const used = vi.fn()
  desk.guard.useApproval = used
  await desk.pay(payment(60_000))
  await desk.pay(payment(50_000), 'key')
  expect(desk.guard.asked.map(({ by }) => by)).toEqual([
    { ...caller, hasKey: false },
    { ...caller, hasKey: true },
  ])
  expect(desk.guard.asked[0]?.spend).toMatchObject({ amountSats: 60_000, recipient: payee })
  expect(used).toHaveBeenCalledTimes(2)
  // What an approval refuses, no book keeps.
  desk.guard.useApproval = () => {
    throw new Error('used up')
  }
  const steps = desk.steps.length
  await expect(desk.pay(payment(20_000))).rejects.toThrow('used up')
  expect(desk.steps.slice(steps)).toEqual(['planned', 'signed'])
  expect(desk.chain.handed).toHaveLength(2)
})

test('without a chain nothing is paid: the caller is told that the wallet is offline', async () => {
  const desk = await openDesk({ isOffline: true })
  await expect(desk.pay(payment(60_000))).rejects.toMatchObject({
    ...{ code: 'unavailable', message: walletMessages.chainOffline },
  })
  await desk.sends.resume()
  expect(desk.chain.handed).toEqual([])
})

test('a locked wallet refuses before it plans, and a source that is silent while it plans is told as offline', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  vi.spyOn(desk.vault, 'assertCanSign').mockImplementationOnce(() => {
    throw new Error('locked')
  })
  await expect(desk.pay(payment(60_000))).rejects.toThrow('locked')
  const silence = new ChainError('The node does not answer' as never)
  vi.spyOn(desk.chain, 'relayRates').mockRejectedValueOnce(silence)
  await expect(desk.pay(payment(60_000))).rejects.toMatchObject({ code: 'unavailable', cause: silence })
  vi.spyOn(desk.chain, 'relayRates').mockRejectedValueOnce(new TypeError('a fault of ours'))
  await expect(desk.pay(payment(60_000))).rejects.toThrow('a fault of ours')
  expect(desk.steps).toEqual([])
})

test('what cannot be planned is refused with its reason; under a key it stays refused, whatever comes in later', async () => {
  const desk = await openDesk()
  const poor = await desk.pay(payment(60_000))
  expect(poor).toMatchObject({
    txid: '',
    status: 'failed',
    reason: 'insufficient_funds',
    ...says(refusals.insufficientFunds),
  })
  // Without a key, nobody can ask again.
  expect(desk.store.find(1)).toBeUndefined()
  const kept = await desk.pay(payment(60_000), 'key')
  expect(kept).toEqual(poor)
  expect(desk.store.findByKey('key')).toMatchObject({
    ...{ state: 'failed', txid: '', raw: null, replaces: null, amount_sats: 0, fee_sats: 0, vsize: 0, fee_rate: 0 },
    ...{ enable_rbf: 0, signed_elsewhere: 0, outflow_sats: 0, choice: 1 },
  })
  await desk.receive(100_000)
  expect(await desk.pay(payment(60_000), 'key')).toEqual(kept)
  expect(await desk.pay(payment(60_000))).toMatchObject({ status: 'success' })
  expect(desk.sends.spentSince(0)).toBeLessThan(61_000)
})

test('a refusal of the first broadcast ends a payment: its coins are free, and the same key stays refused', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  desk.chain.mood = { reason: 'dust' }
  const refused = await desk.pay(payment(60_000), 'key')
  expect(refused).toMatchObject({ txid: '', status: 'failed', ...says(refusals.rejectedByNetwork) })
  expect(refused).toMatchObject({ figures: { network_reason: 'dust' } })
  expect(desk.free()).toEqual([100_000])
  desk.chain.mood = 'open'
  expect(await desk.pay(payment(60_000), 'key')).toEqual(refused)
  const again = await desk.pay(payment(60_000), 'other')
  expect(again.status).toBe('success')
  expect(await desk.pay(payment(60_000), 'key')).toEqual(refused)
  expect(desk.sends.spentSince(0)).toBe(60_000 + (again.fee_sats ?? 0))
})

test('a refusal that may pass keeps a payment waiting, with what the network said', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  desk.chain.mood = { reason: 'mempool full', isFinal: false }
  const kept = await desk.pay(payment(60_000), 'key')
  const why = { status: 'pending', ...says(refusals.notTakenNow), figures: { network_reason: 'mempool full' } }
  expect(kept).toMatchObject(why)
  expect(desk.free()).toEqual([])
  expect(desk.sends.listOnTheirWay({ limit: 10, offset: 0 })).toMatchObject([{ txid: kept.txid, place: 'recorded' }])
  desk.chain.mood = 'open'
  await desk.settle()
  const sent = await desk.pay(payment(60_000), 'key')
  expect(sent).toMatchObject({ txid: kept.txid, status: 'success' })
  expect(desk.store.findByTxid(kept.txid)).toMatchObject({ state: 'sent', refusal: null })
})

test('a payment whose broadcast has no answer waits, and later refusals do not end it: somebody may have it', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  desk.chain.mood = 'silent'
  const waiting = await desk.pay(payment(60_000), 'key')
  expect(waiting).toMatchObject({ status: 'pending', message: expect.stringContaining('signed and saved') })
  expect(waiting).not.toHaveProperty('template')
  expect(desk.steps).toEqual(['planned', 'signed', 'recorded'])
  desk.chain.mood = { reason: 'missing inputs' }
  await desk.settle()
  expect(await desk.pay(payment(60_000), 'key')).toMatchObject({
    ...{ txid: waiting.txid, status: 'pending', ...says(refusals.notTakenNow) },
  })
  desk.chain.mood = 'open'
  await desk.settle()
  expect((await desk.pay(payment(60_000), 'key')).status).toBe('success')
})

test('a waiting payment that a mempool shows is sent, whoever brought it there; the log says what is kept', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const warned = vi.spyOn(desk.logger, 'warn')
  desk.chain.mood = 'silent'
  const { txid } = await desk.pay(payment(60_000))
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ txid }), expect.any(String))
  desk.chain.mood = { reason: 'mempool full' }
  await desk.settle()
  desk.chain.place(desk.ledger.find(txid)?.raw ?? '', 'mempool')
  await desk.settle()
  expect(desk.store.findByTxid(txid)).toMatchObject({ state: 'sent', refusal: null })
})

test('what is built on a payment that a block replaced is lost, and says so', async () => {
  const desk = await openDesk()
  const parent = await desk.receive(100_000, 'mempool')
  const chosen = { coins: [`${parent}:0`] }
  const { txid } = await desk.pay(payment(60_000, chosen), 'key')
  desk.chain.evict(txid)
  desk.chain.place(desk.chain.replacementOf(desk.chain.evict(parent)), 'block')
  await desk.settle()
  expect(await desk.pay(payment(60_000, chosen), 'key')).toMatchObject({
    txid,
    status: 'pending',
    ...says(refusals.lost),
  })
})

test('an error that is no answer of the network is not taken for one', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  vi.spyOn(desk.chain, 'broadcast').mockRejectedValueOnce(new TypeError('a fault of ours'))
  await expect(desk.pay(payment(60_000))).rejects.toThrow('a fault of ours')
  desk.chain.mood = 'silent'
  vi.spyOn(desk.chain, 'tip').mockRejectedValueOnce(new TypeError('a fault of ours'))
  await expect(desk.sends.resume()).rejects.toThrow('a fault of ours')
})

test('a payment that a mempool already shows is sent, though its first broadcast is refused', async () => {
  for (const place of ['mempool', 'block'] as const) {
    const desk = await openDesk()
    await desk.receive(100_000)
    const broadcast = desk.chain.broadcast.bind(desk.chain)
    vi.spyOn(desk.chain, 'broadcast').mockImplementationOnce(async (hex, txid) => {
      await broadcast(hex, txid)
      desk.chain.place(hex, place)
      desk.ledger.beginRound()
      const question = { isKnown: (one: string) => desk.ledger.isKnown(one), unsettled: [txid] }
      await desk.ledger.apply(await desk.chain.changes(question as never), 'bitcoind', await desk.chain.tip())
      return { accepted: false, reason: 'txn-already-known', isFinal: true }
    })
    const answer = await desk.pay(payment(60_000))
    expect(answer).toMatchObject({ status: 'success' })
    expect(desk.store.findByTxid(answer.txid)).toMatchObject({ state: 'sent', refusal: null })
  }
})

test('what waits is offered parents first, and a network that falls silent is asked once, not once for each', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000, 80_000]) await desk.receive(sats)
  desk.chain.mood = 'silent'
  for (const sats of [70_000, 60_000, 50_000]) await desk.pay(payment(sats))
  const [first = ''] = desk.chain.unanswered
  desk.chain.unanswered.length = 0
  desk.chain.mood = 'gone'
  await desk.sends.resume()
  expect(desk.chain.unanswered).toEqual([first])
  // One that gives no answer to submissions, but is there, is offered each.
  desk.chain.unanswered.length = 0
  desk.chain.mood = 'silent'
  await desk.sends.resume()
  expect(desk.chain.unanswered).toHaveLength(3)
  // One that answers is not asked first whether it is there.
  const asked = vi.spyOn(desk.chain, 'tip')
  desk.chain.mood = 'open'
  await desk.sends.resume()
  expect(asked).not.toHaveBeenCalled()
  expect(desk.chain.handed).toHaveLength(3)
  expect(desk.sends.listOnTheirWay({ limit: 10, offset: 0 }).map(({ place }) => place)).toEqual(
    Array(3).fill('mempool'),
  )
})

test('what was forgotten is offered again with what it is built on before it', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const parent = await desk.pay(payment(20_000))
  const child = await desk.pay(payment(30_000))
  for (const txid of [child.txid, parent.txid]) desk.chain.evict(txid)
  desk.chain.handed.length = 0
  await desk.settle()
  expect(desk.chain.handed).toEqual([parent.txid, child.txid])
  expect(desk.chain.holds(child.txid)).toBe(true)
})

test('a waiting payment whose coins a block gave to another is given up', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  desk.chain.mood = 'silent'
  const waiting = await desk.pay(payment(60_000), 'key')
  desk.chain.place(desk.chain.replacementOf(desk.ledger.find(waiting.txid)?.raw ?? ''), 'block')
  desk.chain.mood = 'open'
  await desk.settle()
  const answer = await desk.pay(payment(60_000), 'key')
  expect(answer).toMatchObject({ txid: '', status: 'failed', ...says(refusals.coinsTaken) })
  desk.chain.handed.length = 0
  await desk.settle()
  expect(desk.chain.handed).toEqual([])
})

test('a payment that was replaced says by what; once a cancellation confirms, it has failed, once a raise does, it has not', async () => {
  for (const choice of [2, 3] as const) {
    const desk = await openDesk()
    await desk.receive(100_000)
    await desk.pay(payment(60_000), 'key')
    const paid = desk.chain.handed[0] ?? ''
    const other = await desk.pay(raise(choice, paid, 20))
    const replaced = { txid: paid, status: 'pending', ...says(refusals.alreadyReplaced), figures: { txid: other.txid } }
    expect(await desk.pay(payment(60_000), 'key')).toMatchObject(replaced)
    expect(desk.store.findByTxid(other.txid)).toMatchObject({ replaces: paid, choice, fee_rate: 20 })
    desk.chain.place(desk.chain.evict(other.txid), 'block')
    await desk.settle()
    const failed = { txid: '', status: 'failed', ...says(refusals.coinsTaken), figures: { txid: other.txid } }
    expect(await desk.pay(payment(60_000), 'key')).toMatchObject(choice === 2 ? replaced : failed)
  }
})

test('a replacement costs only its fee of the limits, and is no payment of its own', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const paid = await desk.pay(payment(60_000))
  const raised = await desk.pay(raise(2, paid.txid, 20))
  expect(desk.sends.spentSince(0)).toBe(60_000 + (paid.fee_sats ?? 0) + (raised.fee_sats ?? 0))
  expect(desk.sends.paidSince(0)).toHaveLength(1)
  expect(desk.sends.paidSince(desk.clock.ms)).toEqual([])
  expect(desk.sends.spentSince(desk.clock.ms)).toBe(0)
})

test.each(['kept', 'cancelled', 'cancelled while the network is silent'])(
  'where a raise of two is not paid but the first is, the second is sent again, unless it was cancelled: %s',
  async fate => {
    const desk = await openDesk()
    await desk.receive(200_000)
    const first = await desk.pay(payment(20_000))
    const second = await desk.pay(payment(30_000))
    const hex = desk.ledger.find(first.txid)?.raw ?? ''
    const both = await desk.pay(raise(2, first.txid, 30, { with_later: true }))
    // What a node throws out with the first, this network has to be told.
    desk.chain.evict(second.txid)
    if (fate.endsWith('silent')) desk.chain.mood = 'silent'
    if (fate !== 'kept') await desk.pay(raise(3, both.txid, 60))
    desk.chain.mood = 'open'
    desk.chain.place(hex, 'block')
    await desk.settle()
    expect(desk.chain.holds(second.txid)).toBe(fate === 'kept')
  },
)

test('a payment to many keeps every payee, with labels on the outputs that pay them', async () => {
  const desk = await openDesk()
  await desk.receive(200_000)
  const payees = [
    { recipient_address: payee, spend_amount: 30_000, label: 'Ada' },
    { recipient_address: payee, spend_amount: 20_000 },
  ]
  const request = { choice: 5, payees, priority_rate: 5, enable_rbf: true, label: 'Wages' } as const
  const { txid } = await desk.pay(request)
  const { outputs } = parseTransaction(desk.ledger.find(txid)?.raw ?? '')
  const vout = outputs.findIndex(({ valueSats }) => valueSats === 30_000)
  expect(desk.labels.find('output', `${txid}:${vout}`)).toBe('Ada')
  expect(desk.labels.find('tx', txid)).toBe('Wages')
  expect(desk.sends.findSent(txid)).toMatchObject({ amount_sats: 50_000, payees: 2 })
  expect(desk.sends.paidSince(0).map(({ amountSats }) => amountSats)).toEqual([30_000, 20_000])
  expect(desk.sends.findSent('ab'.repeat(32))).toBeUndefined()
})

test('change goes to an address of its own with each payment', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 90_000]) await desk.receive(sats)
  const scripts: string[] = []
  for (const sats of [70_000, 60_000]) {
    const { txid } = await desk.pay(payment(sats))
    const { outputs } = parseTransaction(desk.ledger.find(txid)?.raw ?? '')
    scripts.push(...outputs.map(({ script }) => script).filter(script => script !== scriptOf(payee)))
    expect(desk.addresses.find(scripts.at(-1) ?? '')).toMatchObject({ branch: 1, purpose: 'change' })
  }
  expect(new Set(scripts).size).toBe(2)
})

test('a payment whose parent nobody has any more can be abandoned; others are cancelled instead, and unknown ones are none', async () => {
  const desk = await openDesk()
  const parent = await desk.receive(100_000, 'mempool')
  const chosen = { coins: [`${parent}:0`] }
  const child = await desk.pay(payment(60_000, chosen), 'key')
  expect(desk.sends.isOrphaned(child.txid)).toBe(false)
  await expect(desk.sends.abandon(child.txid)).rejects.toMatchObject(says(refusals.notOrphaned))
  await expect(desk.sends.abandon('ab'.repeat(32))).rejects.toMatchObject({ code: 'not_found' })
  await expect(desk.sends.abandon(parent)).rejects.toMatchObject({ code: 'not_found' })
  for (const txid of [parent, child.txid]) desk.chain.evict(txid)
  await desk.settle()
  expect(desk.sends.isOrphaned(child.txid)).toBe(true)
  expect(await desk.sends.abandon(child.txid)).toEqual([child.txid])
  expect(await desk.pay(payment(60_000, chosen), 'key')).toMatchObject({
    ...{ txid: child.txid, status: 'pending', ...says(refusals.abandoned) },
  })
  expect(desk.sends.listOnTheirWay({ limit: 10, offset: 0 })).toEqual([])
  desk.chain.handed.length = 0
  await desk.settle()
  expect(desk.chain.handed).toEqual([])
})

test('a preview asks which confirmations are needed here, and signs nothing', async () => {
  for (const isWatching of [false, true]) {
    const desk = await openDesk({ isWatching })
    await desk.receive(100_000)
    desk.guard.needed = [{ need: 'repeat', reason: 'repeated', message: '', template: '', figures: {} }] as never
    const { plan, needs } = await desk.sends.preview(payment(60_000))
    expect(plan.outputs).toContainEqual({ script: scriptOf(payee), valueSats: 60_000, change: false })
    expect(needs).toEqual(desk.guard.needed)
    expect(desk.guard.asked).toMatchObject([{ spend: { amountSats: 60_000 }, by: { signsHere: !isWatching } }])
    expect(desk.steps).toEqual([])
  }
})
