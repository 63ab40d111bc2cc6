import { customerKeys, siteTimes } from '@hornets/server/http/caller'

/** A part of what can be stored in a day: by a key, by an address, or by both together. */
export interface DayShare {
  readonly name: string
  /** Infinity: unlimited. */
  readonly bytesMax: number
}

export type DayClaim<Share extends DayShare> = { readonly spent: Share } | { readonly release: () => void }

/** The shares of who calls from this address: the customer's, and the IPv6 site's. */
export function sharesOfCustomer(address: string, bytesMax: number): DayShare[] {
  const { customer, site } = customerKeys(address)
  const own = { name: customer, bytesMax }
  return site === null ? [own] : [own, { name: site, bytesMax: bytesMax * siteTimes }]
}

const dayMs = 86_400_000
const remembered = 200_000

/** Bytes stored since midnight (UTC), by name, in bounded memory. */
export class DayBytes {
  readonly #now: () => number
  readonly #bytes = new Map<string, number>()
  #day = 0

  /** `now` in milliseconds since 1970. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts the bytes for every share, or names the one that has no room for them; `release` undoes it. */
  claim<Share extends DayShare>(shares: readonly Share[], bytes: number): DayClaim<Share> {
    this.#turnDay()
    const spent = shares.find(({ name, bytesMax }) => this.#of(name) + bytes > bytesMax)
    if (spent) return { spent }
    const day = this.#day
    for (const { name } of shares) this.#add(name, bytes)
    return {
      release: () => {
        if (day === this.#day) for (const { name } of shares) this.#add(name, -bytes)
      },
    }
  }

  get resetsAt(): string {
    return `${new Date((this.#day + 1) * dayMs).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  }

  #of(name: string): number {
    return this.#bytes.get(name) ?? 0
  }

  #add(name: string, bytes: number): void {
    this.#bytes.set(name, Math.max(0, this.#of(name) + bytes))
    if (this.#bytes.size > remembered) this.#forgetSmallest()
  }

  #turnDay(): void {
    const day = Math.floor(this.#now() / dayMs)
    if (day === this.#day) return
    this.#day = day
    this.#bytes.clear()
  }

  #forgetSmallest(): void {
    const smallestFirst = [...this.#bytes].sort(([, a], [, b]) => a - b)
    for (const [name] of smallestFirst.slice(0, remembered / 2)) this.#bytes.delete(name)
  }
}
