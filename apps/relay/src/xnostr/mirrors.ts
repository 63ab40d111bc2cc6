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
    const { instances, requests_per_minute } = this.#settings()
    const urls = instances.toSorted((one, other) => one.priority - other.priority).map(({ url }) => url)
    for (const url of this.#mirrors.keys()) if (!urls.includes(url)) this.#mirrors.delete(url)
    const now = this.#now()
    const second = Math.floor(now / 1000)
    const url = urls.find(one => {
      const { asked, triedFrom } = this.#of(one)
      return (
        !except.has(one) && asked.sum(second) < requests_per_minute && (triedFrom === undefined || triedFrom <= now)
      )
    })
    if (url === undefined) return undefined
    const mirror = this.#of(url)
    mirror.asked.add(second)
    if (mirror.triedFrom !== undefined) mirror.triedFrom = now + pauseMs
    return url
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
