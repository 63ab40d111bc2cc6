import { expect, test } from 'vitest'
import { sequenceOf, type TransactionPlan } from './coin.ts'

const plan = { inputs: [], outputs: [], feeSats: 0, vsize: 0, lockTime: 0 }

test('signals replacement on request, and always keeps the lock time (BIP 125)', () => {
  const of = (signalsReplacement: boolean) => sequenceOf({ ...plan, signalsReplacement } satisfies TransactionPlan)
  expect([of(true), of(false)]).toEqual([0xfffffffd, 0xfffffffe])
})
