import { expect, test } from 'vitest'
import { walletTransaction } from '../admin/wallet.ts'

const row = { ID: 1, Address: 'a:0', Date: '2026-11-20T12:00:00Z', Output: 'bc1q' }
const readValue = (Value: unknown) => walletTransaction.safeParse({ ...row, Value }).data?.Value

test.each([1.5, '1.123456789', '0x10', '', '-', '1e6', '21000000.00000001'])('rejects %j', given => {
  expect(readValue(given)).toBeUndefined()
})

test.each([
  [-1500, -1500],
  ['12345', 12_345],
  ['0.00012345', 12_345],
  ['-0.1', -10_000_000],
  ['20999999.99999999', 2_099_999_999_999_999],
  ['-0.00000001', -1],
])('WALLET-11, CONST-07: %j is %i satoshis, whichever server of the family says it', (given, sats) => {
  expect(readValue(given)).toBe(sats)
})
