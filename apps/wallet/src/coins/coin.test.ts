import { expect, test } from 'vitest'
import { sequenceOf, type TransactionPlan } from './coin.ts'

const plan = { inputs: [], outputs: [], feeSats: 0, vsize: 0, lockTime: 0 }

test('a sequence signals replacement where it is asked for, and keeps the lock time in any case (BIP 125)', () => {
  const of = (signalsReplacement: boolean) => sequenceOf({ ...plan, signalsReplacement } satisfies TransactionPlan)
  expect([of(true), of(false)]).toEqual([0xfffffffd, 0xfffffffe])
})
