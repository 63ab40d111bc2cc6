import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'
import { customerKeys } from '@hornets/server/http/caller'
import type { SecretBox } from '../../database/secret-box.ts'

const goodForMs = 30 * 60_000

/**
 * Anyone who requests a code gets one, so each browser has its own attempts. Holds time and our signature; not stored.
 */
export class RecoveryHandles {
  readonly #box: SecretBox
  readonly #now: Clock

  constructor(box: SecretBox, now: Clock) {
    this.#box = box
    this.#now = now
  }

  issue(email: string): string {
    const head = `${this.#now().toString(36)}.${randomBytes(16).toString('base64url')}`
    return `${head}.${this.#mark(head, email)}`
  }

  /** The handle's, or without a valid one, those shared by all without a handle at this place. */
  whoTries(email: string, handle: string | undefined, address: string): string {
    return handle !== undefined && this.#isGood(handle, email) ? handle : `${email} ${customerKeys(address).customer}`
  }

  #isGood(handle: string, email: string): boolean {
    const end = handle.lastIndexOf('.')
    const head = handle.slice(0, Math.max(end, 0))
    const given = Buffer.from(handle.slice(end + 1))
    const right = Buffer.from(this.#mark(head, email))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return false
    const ageMs = this.#now() - Number.parseInt(head, 36)
    return ageMs >= 0 && ageMs < goodForMs
  }

  #mark(head: string, email: string): string {
    return this.#box.digest(`${head} ${email}`, 'accounts.recovery-handle')
  }
}
