import { expect, it } from 'vitest'
import { netSatsOf } from './net-sats.ts'

const input = (value_sats?: number) => ({
  outpoint: `${'a'.repeat(64)}:0`,
  own: value_sats !== undefined,
  known: false,
  ...(value_sats !== undefined && { value_sats }),
})
const frame = { vsize: 1, weight: 4, signals_replacement: true, lock_time: 0, hex: '' }
const output = (to: 'receiving' | 'change' | 'others', value_sats: number) => ({ vout: 0, to, value_sats })

it('is outputs minus inputs of the wallet, and unknown without inputs', () => {
  const paid = [output('others', 500), output('change', 400)]
  expect(netSatsOf({ whole: { ...frame, inputs: [input(1000)] }, outputs: paid })).toBe(-600)
  expect(netSatsOf({ whole: { ...frame, inputs: [input()] }, outputs: [output('receiving', 700)] })).toBe(700)
  expect(netSatsOf({ outputs: paid })).toBeUndefined()
})
