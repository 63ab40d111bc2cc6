import type { NostrLimits } from './limits.ts'

/** Events waiting for their OK, and their bytes. */
export interface Load {
  events: number
  bytes: number
}

interface SharedLoad {
  readonly load: Load
  readonly times: number
  /** Lately it sent too many wrong signatures, so each connection is read one event at a time. */
  readonly isForging?: boolean
}

export interface SharedLoads {
  readonly all: Load
  /** Totals of the connection's customer and site; empty where many people share an address. */
  readonly places: readonly SharedLoad[]
}

export class InFlight {
  readonly #limits: NostrLimits
  readonly #shared: SharedLoads
  readonly #pause: (paused: boolean) => void
  readonly #own: Load = { events: 0, bytes: 0 }
  #paused = false

  constructor(limits: NostrLimits, shared: SharedLoads, pause: (paused: boolean) => void) {
    this.#limits = limits
    this.#shared = shared
    this.#pause = pause
  }

  get isEmpty(): boolean {
    return this.#own.events === 0
  }

  enter(bytes: number): void {
    this.#count(1, bytes)
  }

  leave(bytes: number): void {
    this.#count(-1, -bytes)
  }

  #count(events: number, bytes: number): void {
    const { all, places } = this.#shared
    for (const load of [this.#own, all, ...places.map(place => place.load)]) {
      load.events += events
      load.bytes += bytes
    }
    if (this.#isFull() === this.#paused) return
    this.#paused = !this.#paused
    this.#pause(this.#paused)
  }

  /** Never full without an event in flight, because only its end can reopen it. */
  #isFull(): boolean {
    const limits = this.#limits
    if (this.#own.events === 0) return false
    return (
      this.#own.events >= limits.eventsInFlightMax ||
      this.#own.bytes >= limits.eventBytesInFlightMax ||
      this.#shared.all.bytes >= limits.allEventBytesInFlightMax ||
      this.#shared.places.some(
        ({ load, times, isForging }) =>
          isForging ||
          load.events >= limits.eventsInFlightPerAddressMax * times ||
          load.bytes >= limits.eventBytesInFlightPerAddressMax * times,
      )
    )
  }
}
