const timesMax = 500_000
const spanMs = { hour: 3_600_000, day: 86_400_000 } as const

export interface Limit {
  readonly id: string
  readonly times: number
  readonly per: keyof typeof spanMs
}

/** By rule: when its events came, oldest first. */
type Times = Map<string, number[]>

/** When events of limited rules came, by sender. Bounded: who sent nothing for longest is forgotten. */
export class RuleRates {
  readonly #now: () => number
  readonly #timesMax: number
  readonly #times = new Map<string, Times>()
  /** An event that meets many limits asks for the same sender each time. */
  #latest: { readonly sender: string; readonly times: Times } | undefined
  #held = 0

  constructor(now: () => number, max = timesMax) {
    this.#now = now
    this.#timesMax = max
  }

  /** Whether one more is within the limit; counts nothing. */
  hasRoom({ id, times, per }: Limit, sender: string): boolean {
    const latest = this.#latest
    const known = (latest?.sender === sender ? latest.times : this.#times.get(sender))?.get(id)
    if (!known || known.length < times) return true
    const since = this.#now() - spanMs[per]
    const over = known.findIndex(at => at > since)
    const gone = over === -1 ? known.length : over
    known.splice(0, gone)
    this.#held -= gone
    return known.length < times
  }

  /** One event, for every limit that it met. */
  count(limits: readonly Pick<Limit, 'id'>[], sender: string): void {
    const times = this.#timesOf(sender)
    const now = this.#now()
    for (const { id } of limits) {
      const known = times.get(id)
      if (known) known.push(now)
      else times.set(id, [now])
    }
    this.#held += limits.length
    if (this.#held > this.#timesMax) this.#forgetOldest(sender)
  }

  /** Of the sender, who is now the latest. */
  #timesOf(sender: string): Times {
    if (this.#latest?.sender === sender) return this.#latest.times
    const times = this.#times.get(sender) ?? new Map<string, number[]>()
    this.#times.delete(sender)
    this.#times.set(sender, times)
    this.#latest = { sender, times }
    return times
  }

  #forgetOldest(except: string): void {
    for (const [sender, times] of this.#times) {
      if (this.#held <= this.#timesMax || sender === except) return
      this.#times.delete(sender)
      for (const { length } of times.values()) this.#held -= length
    }
  }
}
