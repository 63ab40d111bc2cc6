import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'

const lifetimeMs = 2 * 60_000

/**
 * Challenges to sign. They contain proof of their origin and time, so that unlimited requests neither fill the memory
 * nor displace others; only answered ones are remembered.
 */
export class Challenges {
  readonly #secret = randomBytes(32)
  readonly #now: Clock
  readonly #answered = new Map<string, number>()

  constructor(now: Clock) {
    this.#now = now
  }

  /** Valid for 2 minutes, once. */
  issue(): string {
    const body = `${randomBytes(18).toString('base64url')}.${this.#now().toString(36)}`
    return `${body}.${this.#proof(body)}`
  }

  isLive(challenge: string): boolean {
    const [nonce, issued = '', proof = '', ...more] = challenge.split('.')
    const expected = Buffer.from(this.#proof(`${nonce}.${issued}`))
    const given = Buffer.from(proof)
    if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return false
    const ageMs = this.#now() - Number.parseInt(issued, 36)
    return ageMs >= 0 && ageMs < lifetimeMs && !this.#answered.has(challenge)
  }

  /** True exactly once for a live challenge. */
  consume(challenge: string): boolean {
    if (!this.isLive(challenge)) return false
    for (const [answered, until] of this.#answered) if (until <= this.#now()) this.#answered.delete(answered)
    this.#answered.set(challenge, this.#now() + lifetimeMs)
    return true
  }

  #proof(body: string): string {
    return createHmac('sha256', this.#secret).update(body).digest('base64url')
  }
}
