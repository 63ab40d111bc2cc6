import type { Clock } from '@hornets/server/clock'
import { CustomerCounts } from '@hornets/server/http/customers/customer-counts'

/** Payable invoices of strangers: 200; beyond these, one for each customer who has none. */
const usualMax = 200
const newcomersMax = 2000
const perCustomerMax = 6

interface Held {
  readonly until: number
  readonly giveBack: () => void
}

/** Shares the invoices that can be open at a time among customers, so that a few networks cannot take them all. */
export class InvoiceShares {
  readonly #now: Clock
  readonly #counts = new CustomerCounts()
  readonly #held = new Map<string, Held>()

  constructor(now: Clock) {
    this.#now = now
  }

  /** Null if it must wait. `keep` holds it while the invoice can be paid, `giveBack` returns it if none was made. */
  take(address: string, payable: number) {
    this.#forgetEnded()
    const weight = this.#counts.weightOf(address)
    if (weight >= perCustomerMax || payable >= (weight === 0 ? newcomersMax : usualMax)) return null
    const giveBack = this.#counts.add(address)
    return { giveBack, keep: (hash: string, until: number) => void this.#held.set(hash, { until, giveBack }) }
  }

  end(hash: string): void {
    const held = this.#held.get(hash)
    if (this.#held.delete(hash)) held?.giveBack()
  }

  #forgetEnded(): void {
    for (const [hash, { until }] of this.#held) {
      if (until > this.#now()) return
      this.end(hash)
    }
  }
}
