import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'

export type LinkedThing = 'content' | 'thumbnail'

/** A link is valid until the end of the next hour. It stays the same for an hour, so browsers can cache the file. */
const stepSeconds = 3600

/**
 * Links to files without a token, since media tags send none. Each is for one file and an hour or two, signed with a
 * secret key that the relay creates at every start.
 */
export class FileLinks {
  readonly #secret = randomBytes(32)
  readonly #prefix: string
  readonly #now: Clock

  /** `prefix` precedes every key and distinguishes a demo's links from the real relay's. */
  constructor(now: Clock, prefix = '') {
    this.#now = now
    this.#prefix = prefix
  }

  /** Path and query. */
  to(thing: LinkedThing, hash: string): string {
    const until = (Math.floor(this.#now() / 1000 / stepSeconds) + 2) * stepSeconds
    return `/api/files/${hash}/${thing}?until=${until}&key=${this.#prefix}${this.#sign(thing, hash, String(until))}`
  }

  /** Is this link ours and still valid? Takes constant time. `key` without the prefix. */
  isGood(thing: LinkedThing, hash: string, { until, key }: { until: string; key: string }): boolean {
    const ours = Buffer.from(this.#sign(thing, hash, until))
    const given = Buffer.from(key)
    const isOurs = ours.length === given.length && timingSafeEqual(ours, given)
    return isOurs && Number(until) > this.#now() / 1000
  }

  #sign(thing: LinkedThing, hash: string, until: string): string {
    return createHmac('sha256', this.#secret).update(`${thing}\n${hash}\n${until}`).digest('base64url').slice(0, 32)
  }
}
