import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const length = 10
const count = 10

/** Ten codes of 50 random bits, for use without the authenticator app. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => [...randomBytes(length)].map(byte => alphabet[byte % 32]).join(''))
}

/** In two groups, easier to copy by hand. */
export const spacedCode = (code: string) => `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
