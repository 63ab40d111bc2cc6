import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'

/** What makes a link valid: its expiry (Unix seconds) and the relay's signature. */
export interface LinkProof {
  readonly until: string
  readonly key: string
}

/** A link is valid until the end of the next hour. It stays the same for an hour, so browsers can cache what it leads to. */
const stepSeconds = 3600

/** Media tags send no token. Each link is for one thing; the secret key is new at every start. */
export class SignedLinks {
  readonly #secret = randomBytes(32)
  readonly #prefix: string
  readonly #now: Clock

  /** `prefix` precedes every key and distinguishes a demo's links from the real relay's. */
  constructor(now: Clock, prefix = '') {
    this.#now = now
    this.#prefix = prefix
  }

  proofOf(thing: string): string {
    const until = (Math.floor(this.#now() / 1000 / stepSeconds) + 2) * stepSeconds
    return `until=${until}&key=${this.#prefix}${this.#sign(thing, String(until))}`
  }

  /** Is this proof ours and still valid? Takes constant time. `key` without the prefix. */
  isGood(thing: string, { until, key }: LinkProof): boolean {
    const ours = Buffer.from(this.#sign(thing, until))
    const given = Buffer.from(key)
    const isOurs = ours.length === given.length && timingSafeEqual(ours, given)
    return isOurs && Number(until) > this.#now() / 1000
  }

  #sign(thing: string, until: string): string {
    return createHmac('sha256', this.#secret).update(`${thing}\n${until}`).digest('base64url').slice(0, 32)
  }
}
