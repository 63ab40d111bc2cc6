import { expect, it } from 'vitest'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s (RFC 6238, appendix B), and the one of a step before or after will do', (seconds, code) => {
  const step = Math.floor(seconds / 30)
  for (const off of [-30, 0, 30]) expect(stepOfCode(secret, code, (seconds + off) * 1000)).toBe(step)
})

it('rejects codes from two steps before or after, and malformed ones', () => {
  for (const off of [-60, 60]) expect(stepOfCode(secret, '081804', (1_111_111_109 + off) * 1000)).toBeUndefined()
  for (const code of ['000000', '81804', '0818040', 'abcdefghij', '']) {
    expect(stepOfCode(secret, code, 1_111_111_109_000)).toBeUndefined()
  }
})

it('secrets are 160 random bits in base32 without padding; the address for the QR code carries them', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  const uri = new URL(totpUri(one, 'npub1abc…wxyz'))
  expect([uri.protocol, uri.host, uri.searchParams.get('secret')]).toEqual(['otpauth:', 'totp', one])
  expect(uri.searchParams.get('issuer')).toBe('Hornets Nostr Relay')
})
