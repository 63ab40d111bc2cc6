import type { Clock } from '@hornets/server/clock'
import { newToken } from '../sessions/token.ts'

const lifetimeMs = 3 * 60_000
const wrongTriesMax = 5
const maxOfOneAccount = 10

interface Ticket {
  readonly accountId: string
  readonly password: string
  readonly expiresAt: number
  wrongTries: number
}

/** In memory, 3 minutes and one right code; the fifth wrong code ends them. */
export class Tickets {
  readonly #now: Clock
  readonly #live = new Map<string, Ticket>()

  constructor(now: Clock) {
    this.#now = now
  }

  issue(accountId: string, password: string): string {
    for (const [ticket, { expiresAt }] of this.#live) if (expiresAt <= this.#now()) this.#live.delete(ticket)
    const own = [...this.#live].filter(([, { accountId: owner }]) => owner === accountId)
    const [oldest] = own
    if (own.length >= maxOfOneAccount && oldest) this.#live.delete(oldest[0])
    const ticket = newToken()
    this.#live.set(ticket, { accountId, password, expiresAt: this.#now() + lifetimeMs, wrongTries: 0 })
    return ticket
  }

  accountOf(ticket: string): string | undefined {
    const found = this.#live.get(ticket)
    return found && found.expiresAt > this.#now() ? found.accountId : undefined
  }

  isFor(ticket: string, password: string): boolean {
    return this.#live.get(ticket)?.password === password
  }

  countWrong(ticket: string): void {
    const found = this.#live.get(ticket)
    if (!found) return
    found.wrongTries += 1
    if (found.wrongTries >= wrongTriesMax) this.#live.delete(ticket)
  }

  consume(ticket: string): void {
    this.#live.delete(ticket)
  }

  endOf(accountId: string): void {
    for (const [ticket, { accountId: owner }] of this.#live) if (owner === accountId) this.#live.delete(ticket)
  }
}
