import { expect, test } from 'vitest'
import type { ParsedTransaction } from '../../coins/raw-transaction.ts'
import { linesOf } from './lines.ts'

function transaction(values: number[]): ParsedTransaction {
  const outputs = values.map((valueSats, vout) => ({ valueSats, script: `${vout}` }))
  return { version: 2, inputs: [], outputs, lockTime: 0, txid: 'ab'.repeat(32), vsize: 100, weight: 400 }
}

const addressOf = (script: string) => `address ${script}`
const received = (valueSats: number) => ({ valueSats, branch: 0 }) as const
const change = (valueSats: number) => ({ valueSats, branch: 1 }) as const

test('creates a line for each incoming output', () => {
  const outputs = new Map([
    [0, received(500)],
    [2, received(700)],
  ])
  expect(linesOf(transaction([500, 9000, 700]), { outputs, inputs: [null] }, addressOf)).toEqual([
    { vout: 0, output: 'address 0', valueSats: 500, feeSats: null },
    { vout: 2, output: 'address 2', valueSats: 700, feeSats: null },
  ])
})

test('creates a negative line for each outgoing output with the fee on the first, and none for change', () => {
  const outputs = new Map([[1, change(300)]])
  expect(linesOf(transaction([500, 300, 100]), { outputs, inputs: [600, 400] }, addressOf)).toEqual([
    { vout: 0, output: 'address 0', valueSats: -500, feeSats: 100 },
    { vout: 2, output: 'address 2', valueSats: -100, feeSats: null },
  ])
})

test('a payment to ourselves is 0, and what it cost', () => {
  const outputs = new Map([[0, change(900)]])
  expect(linesOf(transaction([900]), { outputs, inputs: [1000] }, addressOf)).toEqual([
    { vout: 0, output: 'address 0', valueSats: 0, feeSats: 100 },
  ])
})

test('a transaction that others pay with us is one line with what is left of it for us', () => {
  const outputs = new Map([[1, received(1200)]])
  expect(linesOf(transaction([5000, 1200]), { outputs, inputs: [1000, null] }, addressOf)).toEqual([
    { vout: 1, output: 'address 1', valueSats: 200, feeSats: null },
  ])
})
