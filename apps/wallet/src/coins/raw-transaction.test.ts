import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outpointOf, parseTransaction, pointOf, serialiseTransaction, txidOf } from './raw-transaction.ts'

/** The signed transaction of BIP 143's native P2WPKH example. */
const signed =
  '01000000000102fff7f7881a8099afa6940d42d1e7f6362bec38171ea3edf433541db4e4ad969f00000000494830450221008b9d1dc26ba6a9cb62127b02742fa9d754cd3bebf337f7a55d114c8e5cdd30be022040529b194ba3f9281a99f2b1c0a19c0489bc22ede944ccf4ecbab4cc618ef3ed01eeffffffef51e1b804cc89d182d279655c3aa89e815b1b309fe287d9b2b55d57b90ec68a0100000000ffffffff02202cb206000000001976a9148280b37df378db99f66f85c95a783a76ac7a6d5988ac9093510d000000001976a9143bde42dbee7e4dbe6a21b2d50ce2f0167faa815988ac000247304402203609e17b84f6a7d30c80bfa610b5b4542f32a8a0d5447a12fb1366d7f01cc44a0220573a954c4518331561406f90300e8f3358f51928d43c212a8caed02de67eebee0121025476c2e83188368da1ff3e292e7acafcdb3566bb0ad253f62fc70f07aeee635711000000'

test('refuses bytes that are not exactly one transaction', () => {
  expect(() => parseTransaction('')).toThrow(RangeError)
  expect(() => parseTransaction('zz')).toThrow(RangeError)
  expect(() => parseTransaction(`${signed}00`)).toThrow(RangeError)
  expect(() => parseTransaction(signed.slice(0, -2))).toThrow(RangeError)
  // Half a byte, and what ends where hex ends: the bytes before would be whole.
  for (const more of ['0', 'zz', ' ']) expect(() => parseTransaction(signed + more)).toThrow('expected hex')
})

test('no bytes make the parser hang or fail in another way', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
      try {
        parseTransaction(Buffer.from(bytes).toString('hex'))
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError)
      }
    }),
    { numRuns: 500 },
  )
})

test('BIP 143: reads the signed example and writes it back', () => {
  const parsed = parseTransaction(signed)
  expect(parsed.inputs).toHaveLength(2)
  expect(parsed.outputs.map(({ valueSats }) => valueSats)).toEqual([112_340_000, 223_450_000])
  expect(parsed.lockTime).toBe(17)
  expect(serialiseTransaction(parsed)).toBe(signed)
  expect(txidOf(parsed)).toBe(parsed.txid)
})

const hex = (min: number, max: number) =>
  fc.uint8Array({ minLength: min, maxLength: max }).map(bytes => Buffer.from(bytes).toString('hex'))
const transactions = fc.record({
  version: fc.constantFrom(1, 2),
  inputs: fc.array(
    fc.record({
      txid: hex(32, 32),
      vout: fc.integer({ min: 0, max: 0xffffffff }),
      sequence: fc.integer({ min: 0, max: 0xffffffff }),
      scriptSig: hex(0, 300),
      witness: fc.array(hex(0, 80), { minLength: 1, maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 300 },
  ),
  outputs: fc.array(fc.record({ valueSats: fc.integer({ min: 0, max: 21e14 }), script: hex(0, 40) }), {
    minLength: 1,
    maxLength: 4,
  }),
  lockTime: fc.integer({ min: 0, max: 0xffffffff }),
})

test('every transaction that is written is read as the same', () => {
  fc.assert(
    fc.property(transactions, transaction => {
      expect(parseTransaction(serialiseTransaction(transaction))).toMatchObject(transaction)
    }),
    { numRuns: 60 },
  )
})

test('an output is named by its transaction and place, and found by that name', () => {
  for (const point of [
    { txid: 'ab'.repeat(32), vout: 0 },
    { txid: 'cd'.repeat(32), vout: 1203 },
  ]) {
    expect(outpointOf(point)).toBe(`${point.txid}:${point.vout}`)
    expect(pointOf(outpointOf(point))).toEqual(point)
  }
})

test('an amount of all the bitcoin that there will ever be is read, and one more satoshi is not', () => {
  const all = 2_100_000_000_000_000
  const written = (valueSats: number) =>
    serialiseTransaction({
      version: 2,
      lockTime: 0,
      outputs: [{ valueSats, script: '51' }],
      inputs: [{ txid: 'ab'.repeat(32), vout: 0, sequence: 0, scriptSig: '', witness: [] }],
    })
  expect(parseTransaction(written(all)).outputs[0]?.valueSats).toBe(all)
  expect(() => parseTransaction(written(all + 1))).toThrow(RangeError)
})
