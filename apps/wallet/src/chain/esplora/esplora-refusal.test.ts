import { expect, test } from 'vitest'
import { recordedRefusals as recorded } from '../../../test/support/recorded-esplora.ts'
import { readNodeAnswer } from './esplora-refusal.ts'

test.each([
  ['notATransaction', 'final'],
  ['outputsAboveInputs', 'final'],
  ['feeTooLow', 'passing'],
  ['inputsUnknown', 'passing'],
  ['signatureMissing', 'passing'],
  ['dust', 'passing'],
  ['feeTooHigh', 'passing'],
  ['conflict', 'passing'],
  ['inABlockAlready', 'known'],
] as const)("maps a real server's answer for %s to %s", (what, meaning) => {
  expect(readNodeAnswer(recorded[what])).toMatchObject({ meaning })
})

test.each([
  '',
  'Bad Request',
  'Invalid hex string',
  '<html><h1>400 Bad Request</h1><center>cloudflare</center>: already</html>',
  'sendrawtransaction RPC error -25: bad-txns-inputs-missingorspent',
  'sendrawtransaction RPC error: {"code":',
  'sendrawtransaction RPC error: {"code":"-26","message":"bad-txns-vin-empty"}',
  'Timed out while waiting for the daemon',
])('words that are not the node’s say nothing about the payment: %j', text => {
  expect(readNodeAnswer(text)).toBeNull()
})
