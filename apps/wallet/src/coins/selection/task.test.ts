import { expect, test } from 'vitest'
import * as tasks from './task.ts'

const script = `0014${'aa'.repeat(20)}`
const task: tasks.Task = { kind: 'p2wpkh', rate: 2, paidSats: 10_000, paidScripts: [script], changeScript: script }
const fixed = { ...task, fixed: { inputs: 1, sumSats: 4000 } }
const nobody = { ...task, paidSats: 0, paidScripts: [] }

test('the size counts added and fixed coins, and change where there is one', () => {
  expect([tasks.vsizeWith(task, 1, false), tasks.vsizeWith(task, 1, true)]).toEqual([110, 141])
  expect(tasks.vsizeWith(fixed, 1, false)).toBe(177)
})

test('owes the amount beyond the fixed coins', () => {
  expect([tasks.owedSats(task), tasks.owedSats(fixed)]).toEqual([10_000, 6000])
})

test('the fee pays for the size, rounded up, and for ancestors', () => {
  expect([tasks.feeWith(task, 1, false), tasks.feeWith(task, 1, true)]).toEqual([220, 282])
  expect(tasks.feeWith({ ...task, liftSats: 50 }, 1, false)).toBe(270)
  expect(tasks.feeWith({ ...task, rate: 1.501 }, 1, false)).toBe(166)
})

test('leaves an excess that is neither paid nor fee', () => {
  expect([tasks.leftOver(task, 1, 11_000, false), tasks.leftOver(task, 1, 11_000, true)]).toEqual([780, 718])
})

test('change needs its dust limit, to the satoshi', () => {
  expect([10_575, 10_576].map(sum => tasks.allowsChange(task, 1, sum))).toEqual([false, true])
})

test('allows up to a satoshi per vbyte as extra fee, if someone is paid', () => {
  const sums = [10_219, 10_220, 10_330, 10_331]
  expect(sums.map(sum => tasks.needsNoChange(task, 1, sum))).toEqual([false, true, true, false])
  expect(tasks.needsNoChange(nobody, 1, 158)).toBe(false)
})

test('waste is what spending now costs above later, and change or the excess', () => {
  expect(tasks.wasteOf(task, 1, 11_000, true)).toBe(67.75 + 62 + 67.75)
  expect(tasks.wasteOf(task, 1, 11_000, false)).toBe(67.75 + 780)
  expect(tasks.wasteOf({ ...task, rate: 3 }, 2, 0, true)).toBe(2 * 67.75 * 2 + 93 + 67.75)
  expect(tasks.wasteOf({ ...task, rate: 0.5 }, 2, 0, true)).toBe(15.5 + 33.875)
})

test('limits coins to 400,000 weight units with the outputs', () => {
  const holding = (inputWeight: number) => tasks.maxInputs({ ...task, kind: { inputWeight } })
  expect([tasks.maxInputs(task), holding(50), holding(1)]).toEqual([1474, 7993, 399_692])
  expect(tasks.maxInputs({ ...task, paidScripts: Array<string>(4000).fill(script) })).toBe(0)
})

test('an input costs its own vbytes at the rate', () => {
  expect([tasks.inputCostSats(task), tasks.inputCostSats({ ...task, kind: 'p2tr' })]).toEqual([136, 116])
})
