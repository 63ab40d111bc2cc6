import type { Clock } from '@hornets/server/clock'
import { newToken } from '../sessions/token.ts'

const lifetimeMs = 3 * 60_000
const maxOfOneAccount = 10

/** Challenges that a right password has been answered with; a new one of the account ends them. In memory: a restart makes nobody's sign-in weaker. */
export class Challenges {
  readonly #now: Clock
  /** By challenge, oldest first. */
  readonly #live = new Map<string, { accountId: string; expiresAt: number }>()

  constructor(now: Clock) {
    this.#now = now
  }

  /** Bound to this account, valid 3 minutes. Of too many at once the oldest goes. */
  issue(accountId: string): string {
    this.#forgetExpired()
    const own = [...this.#live].filter(([, { accountId: owner }]) => owner === accountId)
    const [oldest] = own
    if (own.length >= maxOfOneAccount && oldest) this.#live.delete(oldest[0])
    const challenge = newToken()
    this.#live.set(challenge, { accountId, expiresAt: this.#now() + lifetimeMs })
    return challenge
  }

  isLive(challenge: string, accountId: string): boolean {
    const found = this.#live.get(challenge)
    return found !== undefined && found.accountId === accountId && found.expiresAt > this.#now()
  }

  /** True exactly once for a live challenge. */
  consume(challenge: string, accountId: string): boolean {
    return this.isLive(challenge, accountId) && this.#live.delete(challenge)
  }

  #forgetExpired(): void {
    for (const [challenge, { expiresAt }] of this.#live) if (expiresAt <= this.#now()) this.#live.delete(challenge)
  }
}
