import type { Clock } from '@hornets/server/clock'
import { newToken } from '../sessions/token.ts'

const lifetimeMs = 3 * 60_000
const maxOfOneAccount = 10

/** In memory: a restart only asks to sign in again. A password change invalidates them. */
export class Challenges {
  readonly #now: Clock
  readonly #live = new Map<string, { accountId: string; expiresAt: number }>()

  constructor(now: Clock) {
    this.#now = now
  }

  /** The text to sign, with a code. Valid for this account for 3 minutes. At the limit the oldest is dropped. */
  issue(accountId: string, textWith: (code: string) => string): string {
    this.#forgetExpired()
    const own = [...this.#live].filter(([, { accountId: owner }]) => owner === accountId)
    const [oldest] = own
    if (own.length >= maxOfOneAccount && oldest) this.#live.delete(oldest[0])
    const challenge = textWith(newToken())
    this.#live.set(challenge, { accountId, expiresAt: this.#now() + lifetimeMs })
    return challenge
  }

  isLive(challenge: string, accountId: string): boolean {
    const found = this.#live.get(challenge)
    return found !== undefined && found.accountId === accountId && found.expiresAt > this.#now()
  }

  consume(challenge: string, accountId: string): boolean {
    return this.isLive(challenge, accountId) && this.#live.delete(challenge)
  }

  #forgetExpired(): void {
    for (const [challenge, { expiresAt }] of this.#live) if (expiresAt <= this.#now()) this.#live.delete(challenge)
  }
}
