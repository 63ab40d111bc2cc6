import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30
/** One step either way: clocks differ, and people type slowly (RFC 6238, 5.2). */
const window = 1
/** 160 bits, as RFC 4226, 4 recommends. */
const secretBytes = 20
const issuer = 'Hornets Nostr Relay'

/** The settings every authenticator app supports: SHA-1, six digits, 30 seconds (RFC 6238). */
const totpOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret), algorithm: 'SHA1', digits: 6, period: periodSeconds })

/** Base32 without padding. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

export const totpUri = (secret: string, label: string): string => totpOf(secret, label).toString()

/** The time step of a code, 30 s each since 1970; undefined if the code is wrong now. */
export function stepOfCode(secret: string, code: string, nowMs: number): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: nowMs, window })
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta
}
