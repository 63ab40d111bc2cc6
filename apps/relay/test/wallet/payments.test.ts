import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { line, newTxid, payment, startWalletWorld, type WalletWorld } from './wallet-world.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

/** A payment as the wallet reports it. */
const report = (parts: Record<string, unknown> = {}) => ({
  txid: newTxid(),
  intention: 'one',
  state: 'pending',
  fee_rate: 2.5,
  amount_sats: 900,
  recipient_address: 'bcrt1qpayee',
  enable_rbf: true,
  timestamp: '2026-11-20T12:00:00.000Z',
  ...parts,
})
const tell = (payments: object[], parts: object = {}) =>
  world.push('payments', { wallet_name: 'default', payments, ...parts })
const ids = async () => (await world.pending()).map(({ txid }: { txid: string }) => txid)
const save = (body: unknown) => world.post('/api/pending-transactions', body)
const replace = (original_tx_id: string, new_tx_id: string) =>
  world.post('/api/replacement-transactions', {
    original_tx_id,
    new_tx_id,
    new_fee_rate: 9,
    amount: 900,
    recipient_address: 'bcrt1qpayee',
    enable_rbf: true,
  })

it("API-15, WALLET-47: lists the wallet's reports with their state without a console, newest first", async () => {
  const waits = report({
    state: 'waiting',
    orphaned: true,
    message: 'Full',
    template: 'Full',
    figures: { reason: 'x' },
  })
  const later = report({ timestamp: '2026-11-20T13:00:00.000Z', payees: 3 })
  expect((await tell([later, waits])).body).toEqual({ message: 'Taken' })
  expect(await world.pending()).toEqual([
    expect.objectContaining({ txid: later.txid, status: 'success', payees: 3, feeRate: 2.5, amount: 900 }),
    expect.objectContaining({ txid: waits.txid, status: 'pending', orphaned: true, message: 'Full', template: 'Full' }),
  ])
  const { recipient_address, timestamp } = report()
  const shown = { recipient_address, timestamp, enable_rbf: true, feeRate: 2.5, amount: 900 }
  expect((await world.pending()).at(-1)).toMatchObject(shown)
  expect(JSON.stringify(await world.pending())).not.toContain('untold')
})

it.each(['replaced', 'confirmed', 'lost', 'abandoned', 'refused'])(
  'API-16, R-66: removes a payment that is %s from those in flight until it returns',
  async state => {
    const one = report()
    await tell([one])
    await tell([
      { ...one, state },
      { ...one, state },
    ])
    expect(await ids()).toEqual([])
    await tell([one])
    expect(await ids()).toEqual([one.txid])
  },
)

it('of another name is refused whole', async () => {
  expect((await tell([report()], { wallet_name: 'other' })).status).toBe(403)
  expect(await ids()).toEqual([])
})

it('API-16: a console that saves the same, before or after, changes nothing of it', async () => {
  const [before, after] = [report(), report()]
  await save(payment({ txid: before.txid, amount: 5 }))
  await tell([before, after])
  expect((await save(payment({ txid: after.txid, amount: 5 }))).body).toEqual({ message: 'The payment was saved' })
  expect((await world.pending()).map(({ amount }: { amount: number }) => amount)).toEqual([900, 900])
})

it("API-17: ignores a console's replacement of reported payments", async () => {
  const [one, next] = [report(), report()]
  await tell([one, next])
  expect((await replace(one.txid, next.txid)).body).toMatchObject({ status: 'success', txid: next.txid })
  expect((await ids()).sort()).toEqual([one.txid, next.txid].sort())
  await tell([{ ...one, state: 'replaced', replaced_by: next.txid }])
  expect(await ids()).toEqual([next.txid])
  expect((await replace(newTxid(), newTxid())).status).toBe(404)
})

it('keeps reported payments when a console removes them', async () => {
  const one = report()
  await tell([one])
  const path = `/api/pending-transactions/${one.txid}`
  expect((await world.relay.call(path, { token: world.token, method: 'DELETE' })).status).toBe(404)
  expect(await ids()).toEqual([one.txid])
})

it('pushes are numbered: the last in order is answered, a repeated one counts once, and a gap does not move it', async () => {
  const push = async (stream: string, number: number) => {
    const sequence = { stream, number }
    return (await world.push('transactions', [line({ sequence }), line()])).body.sequence
  }
  expect((await tell([], { sequence: { stream: 'a', number: 4 } })).body.sequence).toBeNull()
  for (const number of [1, 2, 2]) expect(await push('a', number)).toEqual({ stream: 'a', number })
  expect(await push('a', 4)).toEqual({ stream: 'a', number: 2 })
  expect(await push('b', 3)).toEqual({ stream: 'a', number: 2 })
  expect(await world.relay.context.wallet.known()).toMatchObject({ sequence: { stream: 'a', number: 2 } })
  expect(await push('b', 1)).toEqual({ stream: 'b', number: 1 })
  expect(await world.transactions()).toHaveLength(12)
  const [balance] = [{ wallet_name: 'default', confirmed: 1, pending: 0, sequence: { stream: 'b', number: 2 } }]
  expect((await world.push('balance', balance)).body.sequence).toEqual({ stream: 'b', number: 2 })
})

it('ignores a push that arrives after a later attempt or a later push', async () => {
  const push = async (confirmed: number, number: number, attempt?: number) => {
    const sequence = { stream: 'a', number, ...(attempt && { attempt }) }
    const { body } = await world.push('balance', { wallet_name: 'default', confirmed, pending: 0, sequence })
    return [body.sequence?.number ?? null, (await world.relay.context.wallet.balance()).latest_balance]
  }
  expect(await push(11, 1, 2)).toEqual([1, 11])
  expect(await push(12, 1, 4)).toEqual([1, 12])
  // Null lets a wallet that was put back from a backup begin anew.
  expect(await push(11, 1, 3)).toEqual([null, 12])
  expect(await push(13, 1, 5)).toEqual([1, 13])
  // The same attempt comes again only from such a wallet, as each signature counts once.
  expect(await push(16, 1, 5)).toEqual([1, 16])
  expect(await push(14, 2, 1)).toEqual([2, 14])
  expect(await push(12, 1, 6)).toEqual([2, 14])
  // A wallet that does not count attempts.
  expect(await push(15, 2)).toEqual([2, 15])
})
