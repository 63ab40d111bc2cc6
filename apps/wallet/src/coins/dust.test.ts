import { expect, test } from 'vitest'
import { dustLimitSats } from './dust.ts'

const program = (opcode: string, bytes: number) =>
  `${opcode}${bytes.toString(16).padStart(2, '0')}${'aa'.repeat(bytes)}`

test.each([
  ['P2WPKH', program('00', 20), 294],
  ['P2WSH', program('00', 32), 330],
  ['taproot', program('51', 32), 330],
  ['P2PKH', `76a914${'aa'.repeat(20)}88ac`, 546],
  ['P2SH', `a914${'aa'.repeat(20)}87`, 540],
  ['the shortest witness program', program('60', 2), 240],
  ['the longest witness program', program('5f', 40), 354],
  ['what is too short for one', program('60', 1), 480],
  ['what is too long for one', program('51', 41), 600],
  ['what begins with another opcode', program('61', 20), 537],
])('nodes relay %s from its dust limit on, as Bitcoin Core counts it', (_, script, sats) => {
  expect(dustLimitSats(script)).toBe(sats)
})
