import { customerKeys, siteTimes } from '../caller.ts'

export class CustomerCounts {
  readonly #counts = new Map<string, number>()

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
