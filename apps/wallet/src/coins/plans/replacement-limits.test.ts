import { expect, test } from 'vitest'
import type { Coin, TransactionPlan } from '../coin.ts'
import { RefusedError } from '../refused-error.ts'
import { planCancellation, planReplacement, type Replacement } from './plan-replacement.ts'

const script = `0014${'aa'.repeat(20)}`
const changeScript = `0014${'bb'.repeat(20)}`

function coin(valueSats: number, position: number): Coin {
  const txid = position.toString(16).padStart(64, '0')
  return { txid, vout: 0, valueSats, script: changeScript, branch: 0, index: position, confirmed: true }
}

function paid(changeSats: number, feeSats: number, more: Partial<Replacement['original']> = {}) {
  const change = { script: changeScript, valueSats: changeSats, change: true }
  const outputs = [{ script, valueSats: 100_000 - changeSats - feeSats, change: false }]
  return {
    inputs: [coin(100_000, 1)],
    outputs: changeSats > 0 ? [...outputs, change] : outputs,
    feeSats,
    vsize: changeSats > 0 ? 141 : 110,
    lockTime: 0,
    descendantFeeSats: 0,
    ...more,
  }
}

function replace(original: Replacement['original'], rate: number, spare: number[] = []): Replacement {
  const spareCoins = spare.map((value, position) => coin(value, 1000 + position))
  return { original, kind: 'p2wpkh', rate, spareCoins, changeScript, incrementalRate: 1 }
}

const shapeOf = ({ inputs, outputs, feeSats }: TransactionPlan) => ({
  inputs: inputs.map(({ valueSats }) => valueSats),
  change: outputs.find(({ change }) => change)?.valueSats,
  feeSats,
})

function refusal(work: () => unknown): RefusedError {
  try {
    work()
  } catch (error) {
    if (error instanceof RefusedError) return error
    throw error
  }
  throw new Error('not refused')
}

test('change shrinks down to its dust limit; a satoshi less, and a coin is added', () => {
  // At 10 sat/vB the fee is 1410: 1128 more than the 282 before.
  expect(shapeOf(planReplacement(replace(paid(294 + 1128, 282), 10, [50_000])))).toEqual({
    inputs: [100_000],
    change: 294,
    feeSats: 1410,
  })
  expect(shapeOf(planReplacement(replace(paid(293 + 1128, 282), 10, [50_000])))).toEqual({
    inputs: [100_000, 50_000],
    change: 50_000 + 293 + 1410 - 2080,
    feeSats: 2080,
  })
})

test('change of which the fee leaves only some satoshis becomes fee, and no coin is added', () => {
  for (const excess of [0, 1, 110]) {
    const replaced = planReplacement(replace(paid(818 + excess, 282), 10, [50_000]))
    expect(shapeOf(replaced)).toEqual({ inputs: [100_000], change: undefined, feeSats: 1100 + excess })
  }
  expect(shapeOf(planReplacement(replace(paid(818 + 111, 282), 10, [50_000]))).inputs).toEqual([100_000, 50_000])
})

test('adds an excess too small for change to the fee', () => {
  expect(shapeOf(planReplacement(replace(paid(818 + 120, 282), 10)))).toMatchObject({
    change: undefined,
    feeSats: 1220,
  })
  expect(refusal(() => planReplacement(replace(paid(817, 282), 10)))).toMatchObject({
    reason: 'insufficient_funds',
    figures: { missing_sats: 1 },
  })
})

test('a large payment keeps change that could also have been its fee', () => {
  const inputs = Array.from({ length: 10 }, (_, position) => coin(100_000, position))
  const vsize = Math.ceil((42 + 10 * 271 + 2 * 124) / 4)
  const plan = { inputs, vsize, feeSats: vsize, lockTime: 0, descendantFeeSats: 0 }
  const withChange = (changeSats: number) => [
    { script, valueSats: 1_000_000 - changeSats - vsize, change: false },
    { script: changeScript, valueSats: changeSats, change: true },
  ]
  const raise = (left: number) => planReplacement(replace({ ...plan, outputs: withChange(vsize + left) }, 2, [50_000]))
  expect(shapeOf(raise(401))).toMatchObject({ feeSats: 2 * vsize, change: 401 })
  expect(shapeOf(raise(294))).toMatchObject({ feeSats: 2 * vsize, change: 294 })
  expect(raise(293)).toMatchObject({ feeSats: 2 * vsize + 293, inputs })
})

test('BIP 125, rule 3: paying as much for its size as one of those it replaces is not enough', () => {
  const later = [{ txid: 'ab'.repeat(32), feeSats: 100, vsize: 10 }]
  const original = paid(50_000, 141, { later })
  const { reason, figures } = refusal(() => planReplacement(replace(original, 10)))
  expect({ reason, ...figures }).toMatchObject({ reason: 'fee_too_low', lowest_rate: 10.008, lowest_fee_sats: 1412 })
  expect(planReplacement(replace(original, 10.008))).toMatchObject({ feeSats: 1412, lowest: { rate: 10.008 } })
})

test('BIP 125, rules 3 and 4: descendants of others or later payments of ours, whichever cost more, and the relaying', () => {
  const later = [
    { txid: 'ab'.repeat(32), feeSats: 300, vsize: 200 },
    { txid: 'cd'.repeat(32), feeSats: 400, vsize: 200 },
  ]
  const leastOf = (more: Partial<Replacement['original']>) =>
    refusal(() => planReplacement(replace(paid(50_000, 282, more), 2))).figures.lowest_fee_sats
  // In thousandths of a satoshi per virtual byte, so up to a satoshi more.
  expect(leastOf({})).toBe(282 + 141)
  expect(leastOf({ descendantFeeSats: 650 })).toBe(282 + 650 + 141 + 1)
  expect(leastOf({ descendantFeeSats: 650, later })).toBe(282 + 700 + 141 + 1)
  expect(leastOf({ descendantFeeSats: 750, later })).toBe(282 + 750 + 141 + 1)
})

test('returns a cancellation to the change address, or to a new one', () => {
  const elsewhere = `0014${'cc'.repeat(20)}`
  const to = (original: Replacement['original']) =>
    planCancellation({ ...replace(original, 20), changeScript: elsewhere }).outputs
  expect(to(paid(50_000, 282))).toEqual([{ script: elsewhere, valueSats: 97_800, change: true }])
  expect(to(paid(0, 220))).toEqual([{ script: elsewhere, valueSats: 97_800, change: true }])
})
