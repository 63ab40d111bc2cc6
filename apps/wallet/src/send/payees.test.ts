import { expect, test } from 'vitest'
import { networkTraits } from '../bitcoin/network.ts'
import { addressOfScript } from '../bitcoin/script-address.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { labelsOf, paidBy, payeesOf } from './payees.ts'

const network = networkTraits('regtest')
const scriptOf = (position: number) => `0014${position.toString(16).padStart(40, '0')}`
const addressOf = (position: number) => addressOfScript(scriptOf(position), network) ?? ''
const payee = (position: number, spend_amount: number, label?: string) => ({
  recipient_address: addressOf(position),
  spend_amount,
  ...(label !== undefined && { label }),
})
const request = (payees: ReturnType<typeof payee>[], label?: string) =>
  ({ choice: 5, payees, priority_rate: 2, enable_rbf: true, ...(label && { label }) }) as const
const output = (position: number, valueSats: number, change = false) => ({
  script: scriptOf(position),
  valueSats,
  change,
})
const planOf = (outputs: ReturnType<typeof output>[]) => ({ outputs }) as unknown as TransactionPlan
const txid = 'ab'.repeat(32)

test('an address of another network is refused by the number of its payee', () => {
  const foreign = { recipient_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', spend_amount: 1000 }
  expect(() => payeesOf(request([payee(1, 1000), foreign]), network)).toThrow('Payee 2: bc1qw508')
})

test('labels hang on the outputs that pay, also where two get the same; change has none', () => {
  const asked = request([payee(1, 5000, 'Ada'), payee(2, 7000), payee(1, 5000, 'Ada again')], 'Wages')
  const plan = planOf([output(1, 5000, true), output(1, 5000), output(1, 5000), output(2, 7000)])
  expect(labelsOf(asked, plan, txid, network)).toEqual([
    { type: 'tx', ref: txid, label: 'Wages' },
    { type: 'output', ref: `${txid}:1`, label: 'Ada' },
    { type: 'output', ref: `${txid}:2`, label: 'Ada again' },
  ])
})

test('lists payees in the order of the request, and those of a replacement as paid', () => {
  const plan = planOf([output(1, 500), output(2, 900), output(9, 2000, true)])
  const shown = (position: number, amountSats: number) => ({ recipient: addressOf(position), amountSats })
  expect(paidBy(request([payee(2, 900), payee(1, 500)]), plan, network)).toEqual([shown(2, 900), shown(1, 500)])
  const replacement = { choice: 2, original_tx_id: txid, new_fee_rate: 3 } as const
  expect(paidBy(replacement, plan, network)).toEqual([shown(1, 500), shown(2, 900)])
})
