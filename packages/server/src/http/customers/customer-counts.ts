import { customerKeys, siteTimes } from '../caller.ts'

/** How much each customer, and each site of IPv6 customers, holds of something that there are only so many of. */
export class CustomerCounts {
  readonly #counts = new Map<string, number>()

  /** Adds one; returns the function that takes it away, to be called once. */
  add(address: string): () => void {
    const keys = keysOf(address)
    for (const key of keys) this.#counts.set(key, this.#of(key) + 1)
    return () => {
      for (const key of keys) {
        const left = this.#of(key) - 1
        if (left > 0) this.#counts.set(key, left)
        else this.#counts.delete(key)
      }
    }
  }

  /** A customer's number, or a fourth of its site's if that is more. */
  weightOf(address: string): number {
    const { customer, site } = customerKeys(address)
    return Math.max(this.#of(customer), site === null ? 0 : this.#of(site) / siteTimes)
  }

  #of(key: string): number {
    return this.#counts.get(key) ?? 0
  }
}

function keysOf(address: string): string[] {
  const { customer, site } = customerKeys(address)
  return site === null ? [customer] : [customer, site]
}
