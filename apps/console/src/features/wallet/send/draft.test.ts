import { expect, it } from 'vitest'
import { draftFor, firstDraft } from './draft.ts'

const link = { address: 'bc1qada', amountSats: 50_000, label: 'Rent' }

it("keeps a payment link's contents from other accounts, but not what was typed", () => {
  const linked = draftFor(firstDraft, undefined, link)
  expect(linked).toEqual({ ...firstDraft, amount: '50000', label: 'Rent' })
  expect(draftFor(linked, link, { address: 'bc1qbob' })).toEqual(firstDraft)
  expect(draftFor({ ...linked, amount: '7' }, link, { address: 'bc1qbob' })).toEqual({ ...firstDraft, amount: '7' })
  expect(draftFor(linked, link, { address: 'bc1qada' })).toEqual(linked)
})
