import type { Clock } from '@hornets/server/clock'
import { SlidingMinute } from '@hornets/server/sliding-minute'
import type { NitterSettings } from './nested-settings.ts'

interface Mirror {
  readonly asked: SlidingMinute
  failures: number
  successes: number
  /** Undefined while it is healthy; paused, it is tried again from then on. */
  triedFrom: number | undefined
}

const pauseMs = 60_000

/** Which mirror is asked next: by priority, in its rate, and without those that have failed too often. */
export class Mirrors {
  readonly #settings: () => NitterSettings
  readonly #now: Clock
  readonly #mirrors = new Map<string, Mirror>()

  constructor(settings: () => NitterSettings, now: Clock) {
    this.#settings = settings
    this.#now = now
  }

  take(except: ReadonlySet<string>): string | undefined {
    const { instances } = this.#settings()
    const urls = instances.toSorted((one, other) => one.priority - other.priority).map(({ url }) => url)
    const now = this.#now()
    const url = urls.find(one => {
      const { triedFrom } = this.#of(one)
      return !except.has(one) && (triedFrom === undefined || triedFrom <= now) && this.takeOne(one)
    })
    if (url === undefined) return undefined
    const mirror = this.#of(url)
    if (mirror.triedFrom !== undefined) mirror.triedFrom = now + pauseMs
    return url
  }

  /** A request to this mirror, also one that is not saved; false if its rate leaves none now. */
  takeOne(url: string): boolean {
    const { instances, requests_per_minute } = this.#settings()
    const second = Math.floor(this.#now() / 1000)
    const { asked } = this.#of(url)
    if (asked.sum(second) >= requests_per_minute) return false
    asked.add(second)
    for (const [known, mirror] of this.#mirrors)
      if (mirror.asked.sum(second) === 0 && !instances.some(one => one.url === known)) this.#mirrors.delete(known)
    return true
  }

  note(url: string, isFailure: boolean): void {
    const { failure_threshold, recovery_threshold } = this.#settings()
    const mirror = this.#of(url)
    mirror.failures = isFailure ? mirror.failures + 1 : 0
    mirror.successes = isFailure ? 0 : mirror.successes + 1
    if (mirror.triedFrom === undefined) {
      if (mirror.failures >= failure_threshold) mirror.triedFrom = this.#now() + pauseMs
    } else if (mirror.successes >= recovery_threshold) mirror.triedFrom = undefined
  }

  #of(url: string): Mirror {
    const known = this.#mirrors.get(url)
    if (known) return known
    const mirror: Mirror = { asked: new SlidingMinute(), failures: 0, successes: 0, triedFrom: undefined }
    this.#mirrors.set(url, mirror)
    return mirror
  }
}
