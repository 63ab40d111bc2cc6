import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'

const lifetimeMs = 2 * 60_000

/** They prove their origin and time, so that unlimited requests fill no memory; only answered ones are remembered. */
export class Challenges {
  readonly #secret = randomBytes(32)
  readonly #now: Clock
  readonly #answered = new Map<string, number>()

  constructor(now: Clock) {
    this.#now = now
  }

  /** The text to sign: what for, when (UTC), and a code. Valid for 2 minutes, once. */
  issue(): string {
    const now = this.#now()
    const code = `${randomBytes(18).toString('base64url')}.${now.toString(36)}`
    const body = `Sign in to the wallet at ${new Date(now).toISOString().slice(11, 16)}, code ${code}`
    return `${body}.${this.#proof(body)}`
  }

  isLive(challenge: string): boolean {
    const [said, issued = '', proof = '', ...more] = challenge.split('.')
    const expected = Buffer.from(this.#proof(`${said}.${issued}`))
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
