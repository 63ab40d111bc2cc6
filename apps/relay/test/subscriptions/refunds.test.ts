import { afterAll, describe, expect, it } from 'vitest'
import { line, newTxid } from '../wallet/wallet-world.ts'
import { isRefund, startRefundWorld } from './refund-world.ts'

const { world, wallet, unknown, one, preparedRefund, order, close } = await startRefundWorld()
afterAll(close)

describe('refunds by operators', () => {
  it('a refund takes credit, never more than there is, and can be cancelled once', async () => {
    await world.confirmPassword()
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    const refund = (sats: number) =>
      world.post(`/api/subscribers/${pubkey}/refund`, { sats, address: 'bcrt1qback0000000' })
    expect((await refund(5001)).status).toBe(409)
    const { status, body } = await refund(2000)
    expect([status, body.recipient_address, body.spend_amount]).toEqual([200, 'bcrt1qback0000000', 2000])
    expect(await one(pubkey)).toMatchObject({ credit_sats: 3000, paid_sats: 5000 })
    const cancel = () => world.post(`/api/subscribers/${pubkey}/refund/cancel`, { refund_id: body.refund_id })
    expect((await cancel()).body.subscriber).toMatchObject({ credit_sats: 5000 })
    expect((await cancel()).status).toBe(409)
  })

  it('a refund is linked to the payment that the wallet made for it, through replacements, and then stays', async () => {
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    const { body } = await world.post(`/api/subscribers/${pubkey}/refund`, {
      sats: 2000,
      address: 'bcrt1qback0000000',
      note: 'As agreed',
    })
    const refund = async () => (await world.get(`/api/subscribers/${pubkey}/timeline`)).entries[0]
    const [first, second] = ['1', '2'].map(digit => digit.repeat(64))
    const report = (txid: string | undefined, parts: object) => ({
      txid,
      intention: body.intention,
      state: 'pending',
      fee_rate: 2.5,
      amount_sats: 2000,
      enable_rbf: true,
      recipient_address: 'bcrt1qback0000000',
      timestamp: new Date(world.clock.now).toISOString(),
      ...parts,
    })
    const tell = (...payments: object[]) => world.push('payments', { wallet_name: 'default', payments })
    expect(await refund()).toMatchObject({
      note: 'As agreed',
      refund: { recipient_address: 'bcrt1qback0000000', intention: body.intention, state: 'open', txid: null },
    })
    await tell(report(first, { intention: `${body.intention}0` }))
    expect((await refund()).refund).toMatchObject({ state: 'open', txid: null })
    await tell(report(first, { state: 'refused' }))
    expect((await refund()).refund.state).toBe('open')
    await tell(report(first, {}))
    expect((await refund()).refund).toMatchObject({ state: 'sent', txid: first })
    await tell(
      report(first, { state: 'replaced', replaced_by: second }),
      report(second, { intention: 'a raise', state: 'confirmed' }),
    )
    expect((await refund()).refund).toMatchObject({ state: 'paid', txid: second })
    const cancel = await world.post(`/api/subscribers/${pubkey}/refund/cancel`, { refund_id: body.refund_id })
    expect([cancel.status, cancel.body.error]).toEqual([409, 'This refund has been paid'])
    expect(await one(pubkey)).toMatchObject({ credit_sats: 3000 })
  })

  const ownAddress = 'bcrt1qown00000000'

  it('reopens a refund once the cancellation of its payment has six confirmations, not before', async () => {
    const { report, tell, state, cancel, credit } = await preparedRefund()
    const [payment, cancellation] = [newTxid(), newTxid()]
    const cancelled = report(payment, { state: 'replaced', replaced_by: cancellation })
    const back = { intention: 'payment 2', recipient_address: ownAddress, amount_sats: 9000 }
    await tell(cancelled, report(cancellation, back))
    expect([await state(), await cancel()]).toEqual(['sent', 409])
    await tell(report(cancellation, { ...back, state: 'confirmed' }))
    const mined = (confirmations: number) =>
      world.tell(line({ txid: cancellation, output: ownAddress, value_sats: 0, confirmations }))
    await mined(5)
    expect([await state(), await cancel()]).toEqual(['sent', 409])
    await mined(6)
    expect(await state()).toBe('open')
    await mined(5)
    expect(await state()).toBe('sent')
    await mined(6)
    expect([await cancel(), await credit(), await state()]).toEqual([200, 5000, 'cancelled'])
  })

  it('a refund is paid if its payment confirms although its cancellation was reported', async () => {
    const { report, tell, state, cancel } = await preparedRefund()
    const [payment, cancellation] = [newTxid(), newTxid()]
    const back = { intention: 'payment 2', recipient_address: ownAddress, amount_sats: 9000 }
    await tell(report(payment, { state: 'replaced', replaced_by: cancellation }), report(cancellation, back))
    await tell(
      report(payment, { state: 'confirmed' }),
      report(cancellation, { ...back, state: 'replaced', replaced_by: payment }),
    )
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  it('a refund that was cancelled takes its credit again once a replaced payment pays it', async () => {
    const { report, tell, state, cancel, credit } = await preparedRefund()
    const [payment, raised] = [newTxid(), newTxid()]
    const raise = { intention: 'payment 3', state: 'abandoned' }
    await tell(report(payment, { state: 'replaced', replaced_by: raised }), report(raised, raise))
    expect([await cancel(), await credit()]).toEqual([200, 5000])
    await tell(report(raised, { ...raise, state: 'confirmed' }))
    expect([await state(), await credit()]).toEqual(['paid', 3000])
  })

  it.each([
    ['to another address', { recipient_address: 'bcrt1qother000000', amount_sats: 2000 }],
    ['of less', { amount_sats: 1999 }],
    ['to many without its amount', { payees: 2, amount_sats: 9000 }],
  ])('a confirmed payment %s under its intention leaves a refund open', async (_, parts) => {
    const { report, tell, state, cancel, recipient } = await preparedRefund()
    const txid = newTxid()
    const lines = [recipient, ownAddress].map((output, vout) => ({ output, vout, value_sats: -1999 }))
    await world.tell(...lines.map(parts => line({ txid, confirmations: 1, ...parts })))
    await tell(report(txid, { state: 'confirmed', ...parts }))
    expect([await state(), await cancel()]).toEqual(['open', 200])
  })

  it('a confirmed payment to many pays a refund by its line', async () => {
    const { report, tell, state, cancel, recipient } = await preparedRefund()
    const txid = newTxid()
    const lines = [ownAddress, recipient].map((output, vout) => ({ output, vout, value_sats: -2000 }))
    await world.tell(...lines.map(parts => line({ txid, confirmations: 1, ...parts })))
    await tell(report(txid, { state: 'confirmed', recipient_address: ownAddress, payees: 2, amount_sats: 4000 }))
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  const forgotten =
    'pays a refund once a block has its payment, though a restored wallet forgot it and calls the first %s'
  it.each(['replaced', 'lost'])(forgotten, async called => {
    const { report, tell, state, cancel, recipient } = await preparedRefund()
    const [payment, raised] = [newTxid(), newTxid()]
    await tell(report(payment, { state: called, replaced_by: raised }), report(raised, { intention: 'a raise' }))
    const mined = { txid: raised, output: recipient, value_sats: -2000 }
    await world.tell(line(mined))
    expect(await state()).toBe('sent')
    await world.tell(line({ ...mined, confirmations: 1 }))
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  it('a refund is paid by what raised its payment, though an older backup forgot that before it was reported', async () => {
    const { report, tell, state, recipient } = await preparedRefund()
    const mined = { output: recipient, date: new Date(world.clock.now).toISOString(), confirmations: 1 }
    // As long as another payment to this address waits, it may be that one's.
    const other = report(newTxid(), { intention: 'payment 77' })
    await tell(report(newTxid()), other)
    await world.tell(line({ ...mined, value_sats: -1999 }), line({ ...mined, value_sats: -2000 }))
    expect(await state()).toBe('sent')
    await tell({ ...other, state: 'abandoned' })
    expect(await state()).toBe('paid')
  })

  it('a refund is paid by a further attempt that an older backup of the wallet forgot, and only one of two', async () => {
    const { pubkey, report, tell, state, recipient } = await preparedRefund()
    const [payment, cancellation] = [newTxid(), newTxid()]
    await tell(report(payment, { state: 'replaced', replaced_by: cancellation }))
    await world.tell(line({ txid: cancellation, output: ownAddress, value_sats: -9000, confirmations: 6 }))
    expect(await state()).toBe('open')
    await world.post(`/api/subscribers/${pubkey}/refund`, { sats: 2000, address: recipient })
    const date = new Date(world.clock.now).toISOString()
    await world.tell(line({ output: recipient, value_sats: -2000, date, confirmations: 1 }))
    const { entries } = await world.get(`/api/subscribers/${pubkey}/timeline`)
    const states = entries.filter(isRefund).map(({ refund }: { refund: { state: string } }) => refund.state)
    expect(states).toEqual(['open', 'paid'])
  })

  const paidBy = (txid: string) => ({ txid, status: 'success', message: '' })

  it('a refund whose payment the wallet answered and then forgot is neither paid again nor cancelled', async () => {
    const { intention, recipient, state, cancel } = await preparedRefund()
    wallet.answer = paidBy(newTxid())
    expect(await order(intention, recipient)).toBeUndefined()
    expect([await state(), await cancel()]).toEqual(['sent', 409])
    const { txid } = wallet.answer as { txid: string }
    for (const attempt of ['', '.2'])
      expect(await order(intention + attempt, recipient)).toBe(`${new Date(world.clock.now).toISOString()} ${txid}`)
    await world.tell(line({ txid, output: recipient, value_sats: -2000, confirmations: 1 }))
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  it("marks a refund as unclear without the wallet's answer until the history shows its payment", async () => {
    const { intention, recipient, state, cancel } = await preparedRefund()
    wallet.answer = null
    const at = new Date(world.clock.now).toISOString()
    expect(await order(intention, recipient)).toBeUndefined()
    expect([await state(), await cancel()]).toEqual(['unclear', 409])
    expect(await order(intention, recipient)).toBe(at)
    const date = new Date(world.clock.now).toISOString()
    await world.tell(line({ output: recipient, value_sats: -1999, date }))
    expect(await state()).toBe('unclear')
    await world.tell(line({ output: recipient, value_sats: -2000, date, confirmations: 1 }))
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  it('a refund that the wallet refused to pay stays open', async () => {
    const { intention, recipient, state } = await preparedRefund()
    wallet.answer = { txid: '', status: 'failed', message: 'Not enough' }
    await order(intention, recipient)
    expect(await state()).toBe('open')
  })

  it('an unclear refund can be cancelled after an hour, and takes its credit again if its payment confirms', async () => {
    const { intention, recipient, state, cancel, credit } = await preparedRefund()
    wallet.answer = null
    await order(intention, recipient)
    world.clock.now += 59 * 60_000
    await world.confirmPassword()
    expect(await cancel()).toBe(409)
    world.clock.now += 2 * 60_000
    expect([await cancel(), await credit(), await state()]).toEqual([200, 5000, 'cancelled'])
    const date = new Date(world.clock.now).toISOString()
    await world.tell(line({ output: recipient, value_sats: -2000, date, confirmations: 1 }))
    expect([await state(), await credit()]).toEqual(['paid', 3000])
  })

  it('a cancelled refund takes its credit again once a block has a payment that the restored wallet forgot', async () => {
    const { report, tell, state, cancel, credit, recipient } = await preparedRefund()
    const txid = newTxid()
    await tell(report(txid, { state: 'lost' }))
    expect([await cancel(), await credit()]).toEqual([200, 5000])
    await world.tell(line({ txid, output: recipient, value_sats: -2000, confirmations: 1 }))
    expect([await state(), await credit()]).toEqual(['paid', 3000])
  })

  it.each(['confirmed', 'pending'])(
    'reopens a refund whose payment six blocks replaced by one called %s',
    async told => {
      const { report, tell, state } = await preparedRefund()
      const [payment, replacement] = [newTxid(), newTxid()]
      const back = { intention: 'payment 4', recipient_address: ownAddress, amount_sats: 9000, state: told }
      await tell(report(payment, { state: 'replaced', replaced_by: replacement }), report(replacement, back))
      await world.tell(line({ txid: replacement, output: ownAddress, value_sats: -9000, confirmations: 5 }))
      expect(await state()).toBe('sent')
      await world.tell(line({ txid: replacement, output: ownAddress, value_sats: -9000, confirmations: 6 }))
      expect(await state()).toBe('open')
    },
  )

  it('reopens a refund whose payment is lost only once six blocks hold what was confirmed instead', async () => {
    const { report, tell, state, cancel } = await preparedRefund()
    const winner = newTxid()
    await tell(report(newTxid(), { state: 'lost', replaced_by: winner }))
    const mined = (confirmations: number) =>
      world.tell(line({ txid: winner, output: ownAddress, value_sats: 500, confirmations }))
    await mined(5)
    expect([await state(), await cancel()]).toEqual(['sent', 409])
    await mined(6)
    expect([await state(), await cancel()]).toEqual(['open', 200])
  })

  const minute = 60_000
  const day = 24 * 60 * minute
  it.each([
    ['slow', { state: 'pending' }, day],
    ['untaken', { state: 'waiting' }, 10 * minute],
    ['orphaned', { state: 'waiting', orphaned: true }, 0],
  ])('shows a refund whose payment is stuck: %s', async (reason, parts, afterMs) => {
    const { report, tell, refund, cancel } = await preparedRefund()
    const signedBefore = (ms: number) => new Date(world.clock.now - ms).toISOString()
    const txid = newTxid()
    if (afterMs > 0) {
      await tell(report(txid, { ...parts, timestamp: signedBefore(afterMs - minute) }))
      expect(await refund()).toMatchObject({ state: 'sent' })
    }
    const since = signedBefore(afterMs + minute)
    await tell(report(txid, { ...parts, timestamp: since }))
    expect(await refund()).toMatchObject({ state: 'stuck', stuck: { reason, since } })
    expect(await cancel()).toBe(409)
    unknown.add(txid)
    expect(await refund()).toMatchObject({ state: 'stuck', stuck: { reason: 'unseen', since } })
  })

  it('cancels a sent refund after two weeks if the wallet does not know its payment, and charges it if it is paid after all', async () => {
    const { report, tell, refund, cancel, credit, recipient, state } = await preparedRefund()
    const txid = newTxid()
    const signedBefore = (ms: number) => tell(report(txid, { timestamp: new Date(world.clock.now - ms).toISOString() }))
    await signedBefore(13 * day)
    expect(await refund()).toMatchObject({ state: 'stuck', stuck: { reason: 'slow' } })
    unknown.add(txid)
    expect(await refund()).toMatchObject({ state: 'stuck', stuck: { reason: 'unseen' } })
    expect(await cancel()).toBe(409)
    await signedBefore(15 * day)
    unknown.clear()
    expect(await cancel()).toBe(409)
    unknown.add(txid)
    expect([await cancel(), await credit(), await state()]).toEqual([200, 5000, 'cancelled'])
    unknown.clear()
    await world.tell(line({ txid, output: recipient, value_sats: -2000, confirmations: 1 }))
    expect([await state(), await credit()]).toEqual(['paid', 3000])
  })

  it('does not call a refund paid whose payment six blocks do not hold and the wallet does not know', async () => {
    const { report, tell, refund, state, cancel, recipient } = await preparedRefund()
    const txid = newTxid()
    await tell(report(txid, { state: 'confirmed' }))
    const mined = (confirmations: number) =>
      world.tell(line({ txid, output: recipient, value_sats: -2000, confirmations }))
    await mined(5)
    expect(await state()).toBe('paid')
    unknown.add(txid)
    expect(await refund()).toMatchObject({ state: 'stuck', txid, stuck: { reason: 'unseen' } })
    expect(await cancel()).toBe(409)
    await mined(6)
    expect([await state(), await cancel()]).toEqual(['paid', 409])
  })

  it('shows a refund whose payment a restored wallet forgot before it reported it, and pays it no second time', async () => {
    const { intention, recipient, refund, state } = await preparedRefund()
    const txid = newTxid()
    wallet.answer = paidBy(txid)
    await order(intention, recipient)
    expect(await state()).toBe('sent')
    world.clock.now += 61 * minute
    expect(await refund()).toMatchObject({ state: 'stuck', txid, stuck: { reason: 'unseen' } })
    await world.confirmPassword()
    expect(await order(`${intention}.2`, recipient)).toContain(txid)
  })

  it('a refund to an address of the wallet is refused', async () => {
    await world.confirmPassword()
    const { pubkey, address } = await world.subscriber()
    await world.tell(world.pay(address, 5000, { confirmations: 1 }))
    const own = `bcrt1qreceiving00`
    await world.push('addresses', [{ wallet_name: 'default', index: 8000, address: own, used: false }])
    for (const one of [address, own, own.toUpperCase()]) {
      const { status, body } = await world.post(`/api/subscribers/${pubkey}/refund`, { sats: 2000, address: one })
      expect([status, body.fields]).toEqual([400, { address: 'This address belongs to the wallet' }])
    }
    expect(await one(pubkey)).toMatchObject({ credit_sats: 5000 })
  })

  it('a refund reopens once another wallet with the same words spends its coins', async () => {
    const { report, tell, state } = await preparedRefund()
    const [payment, foreign] = [newTxid(), newTxid()]
    await tell(report(payment, { state: 'replaced', replaced_by: foreign }))
    await world.tell(line({ txid: foreign, output: ownAddress, value_sats: -9000 }))
    expect(await state()).toBe('sent')
    await world.tell(line({ txid: foreign, output: ownAddress, value_sats: -9000, confirmations: 6 }))
    expect(await state()).toBe('open')
  })
})

describe('notifications of payments', () => {
  it('are filtered by state or key, 1 to 100 a page, each with its key and transaction (DATA-23, DATA-25)', async () => {
    const [{ pubkey, address }, other] = [await world.subscriber(), await world.subscriber()]
    const paid = world.pay(address, 10_000, { confirmations: 1 })
    await world.tell(paid, world.pay(other.address, 10_000, { confirmations: 1 }))
    const own = (await world.notifications(`?filter=user&pubkey=${pubkey}`)).body.notifications
    expect(own).toMatchObject([{ pubkey, tx_id: paid.txid, is_read: false }])
    const [unread] = (await world.notifications(`?filter=user&pubkey=${other.pubkey}`)).body.notifications
    const done = { success: true, message: expect.any(String) }
    expect((await world.post('/api/payment/notifications/read', { id: own[0].id })).body).toEqual(done)
    const ids = async (query: string) =>
      ((await world.notifications(query)).body.notifications ?? []).map(({ id }: { id: number }) => id)
    expect(await ids('?filter=all&limit=100')).toContain(own[0].id)
    expect(await ids('?limit=100')).toEqual(await ids('?filter=all&limit=100'))
    expect(await ids('?filter=unread&limit=100')).not.toContain(own[0].id)
    expect(await ids('?filter=unread&limit=100')).toContain(unread.id)
    const { pubkey: last } = other
    expect((await world.post('/api/payment/notifications/read-all', { pubkey: last })).body).toEqual(done)
    expect(await ids('?filter=unread&limit=100')).not.toContain(unread.id)
    expect(await ids('?limit=1')).toHaveLength(1)
    for (const query of ['?limit=0', '?limit=101', '?filter=read', `?filter=user&pubkey=${pubkey}0`])
      expect([query, (await world.notifications(query)).status]).toEqual([query, 400])
  })
})
