import { expect, it } from 'vitest'
import { firstDraft } from './draft.ts'
import { beginningOf, payableNow } from './prepared.ts'

const prepared = { recipient: 'bcrt1qback', amountSats: 2000, intention: 'refund-7' }
const payment = { recipient: 'bcrt1qother', amountSats: 5, satsPerVbyte: 2, enableRbf: true }

it('a prepared payment starts with its recipient and amount', () => {
  expect(beginningOf(prepared, undefined)).toEqual({
    payee: { address: 'bcrt1qback' },
    draft: { ...firstDraft, amount: '2000' },
  })
  expect(beginningOf(undefined, undefined)).toEqual({ payee: undefined, draft: firstDraft })
})

it('one without an answer comes first: its own try again, or another payment in its place', () => {
  expect(beginningOf(prepared, payment).payee).toEqual({ address: 'bcrt1qother' })
  expect(payableNow(prepared, { key: 'refund-7.2', payment })).toBe(prepared)
  expect(payableNow(prepared, { key: 'refund-70', payment })).toBeUndefined()
  expect(payableNow(prepared, undefined)).toBe(prepared)
})
