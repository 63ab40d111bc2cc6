import type { NostrLimits } from './limits.ts'

/** Bytes that wait for their OK in all connections. */
export interface Load {
  bytes: number
}

/** The events of one connection that wait for their OK: says when it should not be read from for a while. */
export class InFlight {
  readonly #limits: NostrLimits
  readonly #load: Load
  readonly #pause: (paused: boolean) => void
  #events = 0
  #bytes = 0
  #paused = false

  constructor(limits: NostrLimits, load: Load, pause: (paused: boolean) => void) {
    this.#limits = limits
    this.#load = load
    this.#pause = pause
  }

  enter(bytes: number): void {
    this.#count(1, bytes)
  }

  leave(bytes: number): void {
    this.#count(-1, -bytes)
  }

  #count(events: number, bytes: number): void {
    this.#events += events
    this.#bytes += bytes
    this.#load.bytes += bytes
    if (this.#isFull() === this.#paused) return
    this.#paused = !this.#paused
    this.#pause(this.#paused)
  }

  /** Never full without an event in flight, whose end is what opens it again. */
  #isFull(): boolean {
    const { eventsInFlightMax, eventBytesInFlightMax, allEventBytesInFlightMax } = this.#limits
    if (this.#events === 0) return false
    return (
      this.#events >= eventsInFlightMax ||
      this.#bytes >= eventBytesInFlightMax ||
      this.#load.bytes >= allEventBytesInFlightMax
    )
  }
}
