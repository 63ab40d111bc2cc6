import { refusals } from '@hornets/contract/wallet/answers/refusals'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Coin } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { RefusedError } from '../refused-error.ts'
import { sumOf } from '../selection/select-coins.ts'
import { type Payee, planPayments } from './plan-payment.ts'

const changeScript = `0014${'bb'.repeat(20)}`
const scriptOf = (position: number, isLong = false) =>
  isLong ? `5120${position.toString(16).padStart(64, '0')}` : `0014${position.toString(16).padStart(40, '0')}`
const coin = (valueSats: number, position: number): Coin => ({
  txid: position.toString(16).padStart(64, '0'),
  vout: 0,
  valueSats,
  script: changeScript,
  branch: 0,
  index: position,
  confirmed: true,
})
const plan = (coins: readonly number[], payees: readonly Payee[], rate = 2) =>
  planPayments({
    kind: 'p2wpkh',
    lockTime: 0,
    signalsReplacement: true,
    rate,
    changeScript,
    payees,
    coins: coins.map(coin),
  })
const many = (count: number, valueSats = 1000): Payee[] =>
  Array.from({ length: count }, (_, position) => ({ script: scriptOf(position), valueSats }))

function refusal(work: () => unknown): RefusedError {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
  throw new Error('expected a refusal')
}

test('one payee below the dust limit refuses the whole list, and is named by its number', () => {
  const payees = [...many(2), { script: scriptOf(9, true), valueSats: 329 }]
  expect(refusal(() => plan([100_000], payees))).toMatchObject({
    reason: 'dust',
    template: refusals.payeeDust.template,
    figures: { payee: 3, amount_sats: 329, lowest_sats: 330 },
  })
})

test('refuses a list heavier than one transaction with the number that fits, which is paid', () => {
  const { reason, figures } = refusal(() => plan([90_000_000], many(5000)))
  expect({ reason, figures }).toMatchObject({ reason: 'too_large', figures: { payees: 5000, most: 3222 } })
  const most = plan([90_000_000], many(3222))
  expect([most.inputs.length, most.outputs.length]).toEqual([1, 3223])
  expect(most.vsize * 4).toBeLessThanOrEqual(400_000)
  expect(refusal(() => plan([90_000_000], many(3223))).figures).toMatchObject({ most: 3222 })
})

test('a list that leaves too little room for the coins that it takes is refused', () => {
  expect(refusal(() => plan(Array<number>(1000).fill(5000), many(3200))).reason).toBe('too_large')
})

test('2,500 payees out of a thousand coins are planned in well under a second', () => {
  const coins = Array.from({ length: 1000 }, (_, position) => 40_000 + position * 7)
  // Of this thread and the best of three, as others use the machine.
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    plan(coins, many(2500))
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  expect(Math.min(...times)).toBeLessThan(1000)
})

test('always: pays everyone in full without dust, with coins equal to payments, change and fee', () => {
  const amount = fc.integer({ min: 330, max: 200_000 })
  const payee = fc.record({ at: fc.nat(40), isLong: fc.boolean(), valueSats: amount })
  fc.assert(
    fc.property(
      fc.array(payee, { minLength: 1, maxLength: 60 }),
      fc.array(fc.integer({ min: 500, max: 3_000_000 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 1, max: 60 }),
      (list, coins, rate) => {
        const payees = list.map(({ at, isLong, valueSats }) => ({ script: scriptOf(at, isLong), valueSats }))
        const paidSats = payees.reduce((sum, { valueSats }) => sum + valueSats, 0)
        let made: ReturnType<typeof plan>
        try {
          made = plan(coins, payees, rate)
        } catch (error) {
          expect(error).toMatchObject({ reason: 'insufficient_funds' })
          const worth = coins.filter(value => value > 68 * rate).reduce((sum, value) => sum + value - 68 * rate, 0)
          expect(worth).toBeLessThan(paidSats + rate * (12 + 43 * payees.length + 31))
          return
        }
        const names = (outputs: readonly Payee[]) => outputs.map(one => `${one.script} ${one.valueSats}`).sort()
        const change = made.outputs.filter(output => output.change)
        expect(names(made.outputs.filter(output => !output.change))).toEqual(names(payees))
        expect(change.length).toBeLessThanOrEqual(1)
        for (const { script, valueSats } of made.outputs)
          expect(valueSats).toBeGreaterThanOrEqual(dustLimitSats(script))
        const outSats = made.outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
        expect(sumOf(made.inputs)).toBe(outSats + made.feeSats)
        expect(made.feeSats).toBeGreaterThanOrEqual(made.vsize * rate)
        // The fee above the rate is less than a change output would have been worth.
        expect(made.feeSats).toBeLessThanOrEqual(made.vsize * rate + (change.length > 0 ? 0 : made.vsize + 400 * rate))
      },
    ),
    { numRuns: 300 },
  )
})
