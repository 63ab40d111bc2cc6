const minuteMs = 60_000

export class Rate {
  readonly #now: () => number
  #total = 0
  #current = 0
  #previous = 0
  #since: number

  constructor(now: () => number) {
    this.#now = now
    this.#since = now()
  }

  add(): void {
    this.#turn()
    this.#total += 1
    this.#current += 1
  }

  get total(): number {
    return this.#total
  }

  /** About: the last minute takes its share of the one before as evenly spread. */
  perMinute(): number {
    const share = this.#turn()
    return Math.round(this.#current + this.#previous * (1 - share))
  }

  #turn(): number {
    const minutes = (this.#now() - this.#since) / minuteMs
    if (minutes < 1) return Math.max(0, minutes)
    const whole = Math.floor(minutes)
    this.#previous = whole === 1 ? this.#current : 0
    this.#current = 0
    this.#since += whole * minuteMs
    return minutes - whole
  }
}

const agentChars = 200

export interface ClientState {
  readonly id: number
  readonly address: string
  readonly agent: string
  readonly pubkeys: readonly string[]
  readonly subscriptions: number
  readonly events: number
  readonly requests: number
  readonly eventsPerMinute: number
  readonly requestsPerMinute: number
  readonly unsentBytes: number
  /** Milliseconds. */
  readonly since: number
}

export class ClientCounts {
  readonly events: Rate
  readonly requests: Rate
  readonly since: number
  readonly agent: string

  constructor(now: () => number, agent: string | undefined) {
    this.events = new Rate(now)
    this.requests = new Rate(now)
    this.since = now()
    this.agent = (agent ?? '').slice(0, agentChars)
  }

  tell() {
    return {
      agent: this.agent,
      since: this.since,
      events: this.events.total,
      requests: this.requests.total,
      eventsPerMinute: this.events.perMinute(),
      requestsPerMinute: this.requests.perMinute(),
    }
  }
}
