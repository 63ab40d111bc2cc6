import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../database/secret-box.ts'

const keyBytes = 12
const nonceBytes = 8
const proofBytes = 12

/** A secret says itself for which mailbox it was made: the link of an old email works after its row is gone. */
export class Mailboxes {
  readonly #box: Pick<SecretBox, 'digest'>

  constructor(box: Pick<SecretBox, 'digest'>) {
    this.#box = box
  }

  /** The same for all addresses that end in one mailbox: servers deliver `bee+tag@…` to `bee@…`. */
  keyOf(address: string): string {
    const at = address.lastIndexOf('@')
    const name = address.slice(0, at).replace(/(?<=.)\+.*$/s, '')
    return this.#box.digest(`${name}${address.slice(at)}`.toLowerCase(), 'mailbox').slice(0, 2 * keyBytes)
  }

  newStop(mailbox: string): string {
    const token = Buffer.concat([Buffer.from(mailbox, 'hex'), randomBytes(nonceBytes)])
    return Buffer.concat([token, this.#proofOf(token)]).toString('base64url')
  }

  /** The mailbox that was sent this secret; null if this relay did not make it. */
  sentTo(secret: string): string | null {
    const bytes = Buffer.from(secret, 'base64url')
    const token = bytes.subarray(0, keyBytes + nonceBytes)
    if (bytes.length !== keyBytes + nonceBytes + proofBytes) return null
    const isOurs = timingSafeEqual(bytes.subarray(token.length), this.#proofOf(token))
    return isOurs ? token.subarray(0, keyBytes).toString('hex') : null
  }

  #proofOf(token: Buffer): Buffer {
    return Buffer.from(this.#box.digest(token.toString('hex'), 'mailbox.stop'), 'hex').subarray(0, proofBytes)
  }
}
