export const spans = ['hour', 'day'] as const
const spanMs = { hour: 3_600_000, day: 86_400_000 } as const

export interface Limit {
  readonly id: string
  readonly times: number
  readonly per: (typeof spans)[number]
}

interface CountedEvent {
  readonly at: number
  /** Places of the limits that it met. */
  readonly slots: readonly number[]
}

/** How many events of one sender met each limit within its span: one number for each limit, however many there were. */
export class SenderTimes {
  readonly #limits: readonly Limit[]
  readonly #counts: number[]
  /** Oldest first; those before `gone` do not count any more. */
  readonly #events = { hour: { all: [] as CountedEvent[], gone: 0 }, day: { all: [] as CountedEvent[], gone: 0 } }
  #held = 0

  constructor(limits: readonly Limit[]) {
    this.#limits = limits
    this.#counts = new Array<number>(limits.length).fill(0)
  }

  /** Limits met, summed over the events. */
  get held(): number {
    return this.#held
  }

  perOf(slot: number): Limit['per'] | undefined {
    return this.#limits[slot]?.per
  }

  /** Whether one more is within the limit. */
  hasRoom(slot: number): boolean {
    return (this.#counts[slot] ?? 0) < (this.#limits[slot]?.times ?? 0)
  }

  count(per: Limit['per'], at: number, slots: readonly number[]): void {
    this.#events[per].all.push({ at, slots })
    this.#add(slots, 1)
  }

  expire(now: number): void {
    for (const per of spans) {
      const events = this.#events[per]
      const since = now - spanMs[per]
      for (let oldest = events.all[events.gone]; oldest && oldest.at <= since; oldest = events.all[events.gone]) {
        this.#add(oldest.slots, -1)
        events.gone++
      }
      // Halved now and then, so that each event moves a constant number of times.
      if (events.gone * 2 <= events.all.length) continue
      events.all.splice(0, events.gone)
      events.gone = 0
    }
  }

  under(limits: readonly Limit[]): SenderTimes {
    if (limits === this.#limits) return this
    const slotOf = new Map(limits.map(({ id }, slot) => [id, slot]))
    const times = new SenderTimes(limits)
    const events = spans.flatMap(per => this.#events[per].all.slice(this.#events[per].gone))
    for (const { at, slots } of events.sort((one, other) => one.at - other.at)) {
      const kept = slots.flatMap(slot => slotOf.get(this.#limits[slot]?.id ?? '') ?? [])
      for (const per of spans) {
        const met = kept.filter(slot => times.perOf(slot) === per)
        if (met.length > 0) times.count(per, at, met)
      }
    }
    return times
  }

  #add(slots: readonly number[], change: 1 | -1): void {
    const counts = this.#counts
    for (const slot of slots) counts[slot] = (counts[slot] ?? 0) + change
    this.#held += change * slots.length
  }
}
