import { randomInt } from 'node:crypto'
import { codeLength } from '@hornets/contract/security-code'

/** Without characters that look alike: 0 and O, 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

export const newSecurityCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
