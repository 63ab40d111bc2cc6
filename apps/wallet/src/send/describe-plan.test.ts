import { expect, test } from 'vitest'
import { networkTraits } from '../bitcoin/network.ts'
import { addressOfScript } from '../bitcoin/script-address.ts'
import type { Coin, TransactionPlan } from '../coins/coin.ts'
import { describePlan, drawPlan } from './describe-plan.ts'

const network = networkTraits('regtest')
const script = (letter: string) => `0014${letter.repeat(40)}`
const address = (letter: string) => addressOfScript(script(letter), network) ?? ''
const coin = (position: number, more: Partial<Coin>): Coin => ({
  txid: position.toString(16).padStart(64, '0'),
  vout: position,
  valueSats: 1000 * position,
  script: script('a'),
  branch: 0,
  index: 0,
  confirmed: true,
  ...more,
})
const plan: TransactionPlan = {
  inputs: [coin(1, {}), coin(2, { confirmed: false }), coin(3, { confirmed: false, fromOthers: true })],
  outputs: [
    { script: script('b'), valueSats: 2000, change: false },
    { script: script('c'), valueSats: 3700, change: true },
  ],
  feeSats: 300,
  vsize: 277,
  lockTime: 0,
  signalsReplacement: true,
}
const replacement = { choice: 2, original_tx_id: 'ab'.repeat(32), new_fee_rate: 3 } as const

test('shows a plan with its coins, unconfirmed owners and outputs', () => {
  expect(drawPlan(plan, network)).toEqual({
    inputs: [
      { outpoint: `${'1'.padStart(64, '0')}:1`, address: address('a'), value_sats: 1000 },
      { outpoint: `${'2'.padStart(64, '0')}:2`, address: address('a'), value_sats: 2000, unconfirmed: 'own' },
      { outpoint: `${'3'.padStart(64, '0')}:3`, address: address('a'), value_sats: 3000, unconfirmed: 'others' },
    ],
    outputs: [
      { address: address('b'), value_sats: 2000, change: false },
      { address: address('c'), value_sats: 3700, change: true },
    ],
    fee_sats: 300,
    vsize: 277,
  })
  const more = { liftSats: 40, takesAlong: ['cd'.repeat(32)], lowest: { rate: 2.5, feeSats: 250 } }
  expect(drawPlan({ ...plan, ...more }, network)).toMatchObject({
    lift_sats: 40,
    takes_along: ['cd'.repeat(32)],
    lowest_rate: 2.5,
    lowest_fee_sats: 250,
  })
})

test('a plan pays its payees and their sum; one to ourselves shows what comes back', () => {
  const payees = [{ recipient: address('b'), amountSats: 2000 }]
  expect(describePlan(replacement, plan, network)).toMatchObject({ amountSats: 2000, recipient: address('b'), payees })
  const own = { ...plan, outputs: plan.outputs.slice(1) }
  const shown = { amountSats: 3700, recipient: address('c'), payees: [] }
  expect(describePlan({ ...replacement, choice: 3 }, own, network)).toMatchObject(shown)
  const second = { script: script('d'), valueSats: 900, change: false }
  const several = { ...plan, outputs: [second, ...plan.outputs] }
  expect(describePlan(replacement, several, network)).toMatchObject({ amountSats: 2900, recipient: address('d') })
})
