import { finalConfirmations } from '@hornets/contract/wallet/accounting'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import { expect, test, vi } from 'vitest'
import { openDesk, payment, raise } from '../support/desk.ts'

const says = (refusal: { readonly template: string }) => ({ template: refusal.template })

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

test("keeps a payment waiting after a temporary refusal, with the network's reason", async () => {
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

test('keeps a payment without a broadcast answer waiting despite later refusals', async () => {
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
    txid: waiting.txid,
    status: 'pending',
    ...says(refusals.notTakenNow),
  })
  desk.chain.mood = 'open'
  await desk.settle()
  expect((await desk.pay(payment(60_000), 'key')).status).toBe('success')
})

test('marks a waiting payment in a mempool as sent, and logs what stays waiting', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  const warned = vi.spyOn(desk.logger, 'warn')
  desk.chain.mood = 'silent'
  const { txid } = await desk.pay(payment(60_000))
  expect(warned).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ txid }), expect.any(String))
  desk.chain.mood = { reason: 'mempool full' }
  await desk.settle()
  desk.chain.place(desk.chainBook.find(txid)?.raw ?? '', 'mempool')
  await desk.settle()
  expect(desk.store.findByTxid(txid)).toMatchObject({ state: 'sent', refusal: null })
})

test('reports children of a payment replaced in a block as lost', async () => {
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

test('ignores errors that are not answers of the network', async () => {
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
      desk.chainBook.beginRound()
      const question = { isKnown: (one: string) => desk.chainBook.isKnown(one), unsettled: [txid] }
      await desk.chainBook.apply(await desk.chain.changes(question as never), 'bitcoind', await desk.chain.tip())
      return { accepted: false, reason: 'txn-already-known', isFinal: true }
    })
    const answer = await desk.pay(payment(60_000))
    expect(answer).toMatchObject({ status: 'success' })
    expect(desk.store.findByTxid(answer.txid)).toMatchObject({ state: 'sent', refusal: null })
  }
})

test('rebroadcasts parents first, and stops asking a silent network after one attempt', async () => {
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

test('rebroadcasts forgotten ancestors before their children', async () => {
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
  desk.chain.place(desk.chain.replacementOf(desk.chainBook.find(waiting.txid)?.raw ?? ''), 'block')
  desk.chain.mood = 'open'
  desk.chain.mine(finalConfirmations - 1)
  await desk.settle()
  const answer = await desk.pay(payment(60_000), 'key')
  expect(answer).toMatchObject({ txid: '', status: 'failed', ...says(refusals.coinsTaken) })
  desk.chain.handed.length = 0
  await desk.settle()
  expect(desk.chain.handed).toEqual([])
})

test('a payment that was replaced says by what; six confirmations of a cancellation fail it, those of a raise do not', async () => {
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
    desk.chain.mine(finalConfirmations - 2)
    await desk.settle()
    expect(await desk.pay(payment(60_000), 'key')).toMatchObject(replaced)
    desk.chain.mine(1)
    await desk.settle()
    const failed = { txid: '', status: 'failed', ...says(refusals.coinsTaken), figures: { txid: other.txid } }
    expect(await desk.pay(payment(60_000), 'key')).toMatchObject(choice === 2 ? replaced : failed)
  }
})

test.each(['kept', 'cancelled', 'cancelled while the network is silent'])(
  'sends the second again if only the first of a joint raise is paid, unless cancelled: %s',
  async fate => {
    const desk = await openDesk()
    await desk.receive(200_000)
    const first = await desk.pay(payment(20_000))
    const second = await desk.pay(payment(30_000))
    const hex = desk.chainBook.find(first.txid)?.raw ?? ''
    const both = await desk.pay(raise(2, first.txid, 30, { with_later: true }))
    // The stub must be told which transactions a node evicts with the first.
    desk.chain.evict(second.txid)
    if (fate.endsWith('silent')) desk.chain.mood = 'silent'
    if (fate !== 'kept') await desk.pay(raise(3, both.txid, 60))
    desk.chain.mood = 'open'
    desk.chain.place(hex, 'block')
    await desk.settle()
    expect(desk.chain.holds(second.txid)).toBe(fate === 'kept')
  },
)

test('abandons a payment whose parent no one has, cancels others, and refuses unknown ones', async () => {
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
    txid: child.txid,
    status: 'pending',
    ...says(refusals.abandoned),
  })
  expect(desk.sends.listOnTheirWay({ limit: 10, offset: 0 })).toEqual([])
  desk.chain.handed.length = 0
  await desk.settle()
  expect(desk.chain.handed).toEqual([])
})

test('says in words that the node has fewer blocks than when the payment was made', async () => {
  const desk = await openDesk()
  await desk.receive(100_000)
  desk.chain.mood = { reason: 'non-final' }
  const refused = await desk.pay(payment(60_000), 'first')
  expect(refused).toMatchObject({ status: 'failed', ...says(refusals.tooEarly) })
  expect(refused.message).toContain('Nothing was paid. Order it again')
  desk.chain.mood = { reason: 'Transaction is non-final', isFinal: false }
  const kept = await desk.pay(payment(50_000), 'second')
  expect(kept).toMatchObject({ status: 'pending', ...says(refusals.tooEarlyNow) })
  desk.chain.mood = 'open'
  await desk.settle()
  expect((await desk.pay(payment(50_000), 'second')).status).toBe('success')
})

test('refuses a further attempt at a payment until six confirmations rule out the one before', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 100_000]) await desk.receive(sats)
  const refused = { code: 'conflict', message: walletMessages.attemptOpen }
  const again = (key: string) => desk.pay(payment(60_000), key)
  const { txid } = await again('refund-7')
  await expect(again('refund-7.2')).rejects.toMatchObject(refused)
  const back = await desk.pay(raise(3, txid, 20))
  desk.chain.place(desk.chain.evict(back.txid), 'block')
  desk.chain.mine(finalConfirmations - 2)
  await desk.settle()
  await expect(again('refund-7.2')).rejects.toMatchObject(refused)
  desk.chain.mine(1)
  await desk.settle()
  expect((await again('refund-7.2')).status).toBe('success')
  await expect(again('refund-7.3')).rejects.toMatchObject(refused)
})

test('pays different payments whose keys only look like further attempts', async () => {
  const desk = await openDesk()
  for (const sats of [100_000, 100_000, 100_000, 100_000, 100_000]) await desk.receive(sats)
  for (const [key, sats] of [
    ['2026.11', 20_000],
    ['2026.12', 20_000],
    ['rent', 20_000],
    ['rent.2', 21_000],
    ['rent.x', 20_000],
  ] as const)
    expect((await desk.pay(payment(sats), key)).status).toBe('success')
})
