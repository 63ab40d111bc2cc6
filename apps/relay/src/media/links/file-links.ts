import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'

export type LinkedThing = 'content' | 'thumbnail'

/** A link is good until the hour after next begins, so that it is the same for an hour and browsers keep what it leads to. */
const stepSeconds = 3600

/**
 * Links to files that need no token: media tags send none. Each is for one file and an hour or two, signed with a key that
 * the relay makes anew at every start and never shows.
 */
export class FileLinks {
  readonly #secret = randomBytes(32)
  readonly #prefix: string
  readonly #now: Clock

  /** `prefix` stands before every key: by it a demo's links are told apart from the real relay's. */
  constructor(now: Clock, prefix = '') {
    this.#now = now
    this.#prefix = prefix
  }

  /** Path and query. */
  to(thing: LinkedThing, hash: string): string {
    const until = (Math.floor(this.#now() / 1000 / stepSeconds) + 2) * stepSeconds
    return `/api/files/${hash}/${thing}?until=${until}&key=${this.#prefix}${this.#sign(thing, hash, String(until))}`
  }

  /** Is this link ours, and not over? In constant time. `key` without the prefix. */
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
