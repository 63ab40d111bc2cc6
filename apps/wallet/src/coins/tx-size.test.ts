import { expect, test } from 'vitest'
import { bareInputWeight, inputWeight, outputWeight, transactionVsize, vbytesOf } from './tx-size.ts'

const p2wpkh = `0014${'aa'.repeat(20)}`
const p2tr = `5120${'bb'.repeat(32)}`

// Every figure is counted by hand from BIP 141: four units for each byte, one for a byte of a witness.
test('inputs weigh their outpoint, sequence and witness', () => {
  expect([inputWeight('p2wpkh'), inputWeight('p2wpkh elsewhere'), inputWeight('p2tr')]).toEqual([271, 272, 230])
  expect([inputWeight({ inputWeight: 500 }), bareInputWeight]).toEqual([500, 164])
})

test('outputs weigh their value, script and its length, which takes more bytes from 253 and 65,536 on', () => {
  expect([outputWeight(p2wpkh), outputWeight(p2tr)]).toEqual([124, 172])
  const ofBytes = (bytes: number) => outputWeight('00'.repeat(bytes))
  expect([ofBytes(252), ofBytes(253), ofBytes(65_535), ofBytes(65_536)]).toEqual([1044, 1056, 262_184, 262_196])
})

test.each([
  [1, 1, undefined, 110],
  [1, 1, p2wpkh, 141],
  [252, 1, undefined, 17_115],
  [253, 1, undefined, 17_185],
  [1, 252, undefined, 7891],
  [1, 253, undefined, 7924],
  [1, 252, p2wpkh, 7924],
])('%i inputs, %i outputs and change %s have %i vbytes', (inputs, outputs, changeScript, vbytes) => {
  const outputScripts = Array<string>(outputs).fill(p2wpkh)
  const shape = { inputs, kind: 'p2wpkh', outputScripts, changeScript } as const
  expect([transactionVsize(shape), transactionVsize(shape)]).toEqual([vbytes, vbytes])
})

test('one taproot coin to one taproot output has 111 vbytes', () => {
  expect(transactionVsize({ inputs: 1, kind: 'p2tr', outputScripts: [p2tr] })).toBe(111)
})

test('a part of a vbyte counts whole', () => {
  expect([vbytesOf(4), vbytesOf(5), vbytesOf(8)]).toEqual([1, 2, 2])
})
