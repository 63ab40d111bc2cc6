import { type Limit, SenderTimes, spans } from './sender-times.ts'

const timesMax = 500_000

/** When events of limited rules came, by sender. Bounded: who sent nothing for longest is forgotten. */
export class RuleRates {
  readonly #now: () => number
  readonly #timesMax: number
  readonly #times = new Map<string, SenderTimes>()
  /** Most events meet the same limits as the one before: they share one list. */
  readonly #latest: Record<Limit['per'], readonly number[]> = { hour: [], day: [] }
  #held = 0

  constructor(now: () => number, max = timesMax) {
    this.#now = now
    this.#timesMax = max
  }

  /** Of these limits; a later call with others keeps what the limits of both have counted. */
  of(limits: readonly Limit[], sender: string): SenderTimes {
    const known = this.#times.get(sender)
    if (!known) return new SenderTimes(limits)
    const times = known.under(limits)
    const before = known.held
    times.expire(this.#now())
    this.#held += times.held - before
    if (times !== known) this.#times.set(sender, times)
    return times
  }

  /** One event, for every limit that it met, by their places. */
  count(times: SenderTimes, slots: readonly number[], sender: string): void {
    const now = this.#now()
    for (const per of spans) {
      const met = slots.filter(slot => times.perOf(slot) === per)
      if (met.length > 0) times.count(per, now, this.#shared(per, met))
    }
    this.#held += slots.length
    this.#times.delete(sender)
    this.#times.set(sender, times)
    if (this.#held > this.#timesMax) this.#forgetOldest(sender)
  }

  #shared(per: Limit['per'], met: readonly number[]): readonly number[] {
    const latest = this.#latest[per]
    if (latest.length === met.length && met.every((slot, at) => slot === latest[at])) return latest
    this.#latest[per] = met
    return met
  }

  #forgetOldest(except: string): void {
    for (const [sender, { held }] of this.#times) {
      if (this.#held <= this.#timesMax || sender === except) return
      this.#times.delete(sender)
      this.#held -= held
    }
  }
}
