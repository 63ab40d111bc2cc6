import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { line, newTxid, payment, startWalletWorld, type WalletWorld } from './wallet-world.ts'

let world: WalletWorld
beforeAll(async () => {
  world = await startWalletWorld()
})
afterAll(() => world.close())
beforeEach(() => world.clear())

const save = (body: unknown) => world.post('/api/pending-transactions', body)
const replace = (body: unknown) => world.post('/api/replacement-transactions', body)
const remove = (txid: string) =>
  world.relay.call(`/api/pending-transactions/${txid}`, { token: world.token, method: 'DELETE' })
const pendingIds = async () => (await world.pending()).map(({ txid }: { txid: string }) => txid)
const replacement = (original_tx_id: string, parts: Record<string, unknown> = {}) => ({
  original_tx_id,
  new_tx_id: newTxid(),
  new_fee_rate: 7.25,
  amount: 1500,
  recipient_address: 'bcrt1qrecipient',
  enable_rbf: true,
  ...parts,
})

describe('pending payments', () => {
  it.each([
    ['a float', { amount: 1.5 }],
    ['a debt', { amount: -1 }],
    ['more bitcoin than there are', { amount: 2_100_000_000_000_001 }],
    ['text that is no number', { amount: '1e6' }],
    ['no txid', { txid: 'abc' }],
    ['no rate', { feeRate: 0 }],
    ['no date', { timestamp: 'now' }],
    ['no recipient', { recipient_address: ' ' }],
  ])('API-16: %s is refused, and nothing is kept', async (_name, parts) => {
    expect(await save(payment(parts))).toMatchObject({ status: 400, body: { error: expect.stringMatching(/./) } })
    expect(await world.pending()).toEqual([])
  })

  it('API-15, WALLET-46: an empty list is a list', async () => {
    expect(await world.pending()).toEqual([])
  })

  it('API-15, API-16, WALLET-47: come back with all their fields, newest first', async () => {
    const [one, other] = [
      payment({ timestamp: '2026-11-20T11:59:00.123Z' }),
      payment({ amount: 2_100_000_000_000_000, enable_rbf: false, feeRate: 3 }),
    ]
    expect((await save(one)).body).toEqual({ message: 'The payment was saved' })
    await save(other)
    expect(await world.pending()).toEqual([
      { ID: expect.any(Number), untold: true, ...other },
      { ID: expect.any(Number), untold: true, ...one },
    ])
  })

  it('to many come back with how many they are, their replacements as well', async () => {
    const one = payment({ payees: 50 })
    await save(one)
    expect(await world.pending()).toMatchObject([{ payees: 50 }])
    await replace(replacement(String(one.txid), { payees: 50 }))
    expect(await world.pending()).toMatchObject([{ amount: 1500, payees: 50 }])
  })

  it('API-16: accepts the same txid twice without an error and counts it once, as first sent', async () => {
    const one = payment()
    const answers = await Promise.all([save(one), save(one)])
    answers.push(await save({ ...one, amount: 9 }))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await world.pending()).toMatchObject([{ txid: one.txid, amount: one.amount }])
  })

  it('deployed consoles send the amount as text, with an ID, at an offset: taken as the same', async () => {
    const one = payment()
    await save({ ...one, ID: 0, amount: '1500', timestamp: '2026-11-20T14:00:00.123456789+02:00' })
    expect(await world.pending()).toEqual([
      { ...one, ID: expect.any(Number), untold: true, timestamp: '2026-11-20T12:00:00.123Z' },
    ])
  })

  it('API-16, R-66: leave when the wallet sees them confirmed, and come back when a reorganisation takes that back', async () => {
    const one = payment()
    await save(one)
    await world.push('transactions', [line({ txid: one.txid, value_sats: -1500 })])
    expect(await pendingIds()).toEqual([one.txid])
    await world.push('transactions', [line({ txid: one.txid, confirmations: 1 })])
    expect(await pendingIds()).toEqual([])
    await world.push('transactions', [line({ txid: one.txid, confirmations: 0 })])
    expect(await pendingIds()).toEqual([one.txid])
  })

  it('API-16, R-66: disappear when the wallet sees them replaced, and are hidden if saved after the report', async () => {
    const [one, late] = [payment(), payment()]
    await save(one)
    await world.push('transactions', [line({ txid: one.txid, replaced_by: newTxid() })])
    await world.push('transactions', [line({ txid: late.txid, confirmations: 3 })])
    expect((await save(late)).status).toBe(200)
    expect(await pendingIds()).toEqual([])
  })
})

describe('removing a pending payment', () => {
  it('refuses removal of unknown and of reported payments', async () => {
    const one = payment()
    await save(one)
    await world.push('transactions', [line({ txid: one.txid, value_sats: -1500 })])
    expect((await world.pending())[0]).not.toHaveProperty('untold')
    for (const txid of [newTxid(), one.txid])
      expect(await remove(txid)).toMatchObject({ status: 404, body: { error: 'This pending payment does not exist' } })
    expect((await remove('x')).status).toBe(400)
    expect(await pendingIds()).toEqual([one.txid])
  })

  it('removes an unreported payment, restores the replaced one, and records it in the audit log', async () => {
    const [one, other] = [payment(), payment()]
    await save(one)
    await save(other)
    const body = replacement(one.txid)
    await replace(body)
    expect(await remove(body.new_tx_id)).toMatchObject({ status: 200, body: { message: 'The payment was removed' } })
    expect(await pendingIds()).toEqual([other.txid, one.txid])
    expect((await remove(other.txid)).status).toBe(200)
    expect(await pendingIds()).toEqual([one.txid])
    const reads = world.relay.context.adminDatabase.reads
    const rows = await reads.selectFrom('audit_log').selectAll().where('action', '=', 'pending.remove').execute()
    expect(rows.map(({ target }) => target)).toEqual([body.new_tx_id, other.txid])
  })
})

describe('replacing a pending payment', () => {
  it('API-17: an unknown original is a 404, and nothing is kept', async () => {
    const answer = await replace(replacement(newTxid()))
    expect([answer.status, answer.body.error]).toEqual([404, 'This pending payment does not exist'])
    expect(await world.pending()).toEqual([])
  })

  it('API-17: by itself is refused', async () => {
    const one = payment()
    await save(one)
    expect((await replace(replacement(one.txid, { new_tx_id: one.txid }))).status).toBe(400)
    expect(await pendingIds()).toEqual([one.txid])
  })

  it('API-17: replaces a payment in place with the new rate, and ignores a repeated call', async () => {
    const one = payment()
    await save(one)
    const body = replacement(one.txid, { amount: 1600, recipient_address: 'bcrt1qother', enable_rbf: false })
    for (let time = 0; time < 2; time++)
      expect((await replace(body)).body).toEqual({
        status: 'success',
        message: 'The payment was replaced',
        txid: body.new_tx_id,
      })
    expect(await world.pending()).toEqual([
      expect.objectContaining({
        txid: body.new_tx_id,
        feeRate: 7.25,
        amount: 1600,
        recipient_address: 'bcrt1qother',
        enable_rbf: false,
      }),
    ])
    await save(one)
    expect(await pendingIds()).toEqual([body.new_tx_id])
  })

  it('succeeds even if the wallet has already reported the replacement', async () => {
    const one = payment()
    await save(one)
    const body = replacement(one.txid)
    await world.push('transactions', [line({ txid: one.txid, replaced_by: body.new_tx_id })])
    expect((await replace(body)).status).toBe(200)
    expect(await pendingIds()).toEqual([body.new_tx_id])
  })

  it('restores the original when a replacement is refused permanently', async () => {
    const one = payment()
    await save(one)
    const body = replacement(one.txid)
    await replace(body)
    await world.push('transactions', [line({ txid: one.txid }), line({ txid: body.new_tx_id })])
    expect(await pendingIds()).toEqual([body.new_tx_id])
    await world.push('transactions', [{ wallet_name: 'default', txid: body.new_tx_id, vout: 0, removed: true }])
    expect(await pendingIds()).toEqual([one.txid])
  })

  it('can replace a replacement, and records each step in the audit log', async () => {
    const one = payment()
    await save(one)
    const second = replacement(one.txid)
    const third = replacement(second.new_tx_id)
    await replace(second)
    await replace(third)
    expect(await pendingIds()).toEqual([third.new_tx_id])
    const reads = world.relay.context.adminDatabase.reads
    const rows = await reads.selectFrom('audit_log').selectAll().where('action', 'like', 'pending.%').execute()
    expect(rows.slice(-3).map(({ action, target }) => [action, target])).toEqual([
      ['pending.save', one.txid],
      ['pending.replace', one.txid],
      ['pending.replace', second.new_tx_id],
    ])
  })
})
