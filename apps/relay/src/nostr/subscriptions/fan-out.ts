import type { NostrEvent } from '@hornets/contract'
import type { Audience } from '../../policy/read-policy.ts'
import { LiveEvent } from '../sending/live-event.ts'
import { EventView } from './compiled-filter.ts'
import type { SubscriptionIndex } from './subscription-index.ts'

export interface LiveReceiver {
  sendLive(live: LiveEvent): void
}

interface Job {
  readonly view: EventView
  readonly live: LiveEvent
  readonly newest: number
}

const sliceMillis = 4
const findsPerLook = 16
const backlogMax = 512

/** In slices, so that no event and no set of subscriptions holds up the thread. */
export class FanOut<Receiver extends LiveReceiver> {
  readonly #index: SubscriptionIndex<Receiver>
  readonly #queue: Job[] = []
  readonly #waiting: (() => void)[] = []
  #current: { job: Job; found: Iterator<Receiver | null> } | null = null
  #scheduled = false

  constructor(index: SubscriptionIndex<Receiver>) {
    this.#index = index
  }

  /** `mark`: of the commit, where this process does not write itself. */
  hand(event: NostrEvent, json: string, audience?: Audience, mark?: number): void {
    const live = new LiveEvent(event, json, audience, mark)
    this.#queue.push({ view: new EventView(event), live, newest: this.#index.newest })
    this.#schedule()
  }

  get isEmpty(): boolean {
    return this.#queue.length === 0 && this.#current === null
  }

  hasRoom(): Promise<void> | undefined {
    if (this.#queue.length < backlogMax) return undefined
    return new Promise(resolve => this.#waiting.push(resolve))
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#work()
      if (this.#current || this.#queue.length > 0) this.#schedule()
      if (this.#queue.length < backlogMax) for (const go of this.#waiting.splice(0)) go()
    })
  }

  #work(): void {
    const end = performance.now() + sliceMillis
    do {
      this.#current ??= this.#next()
      if (!this.#current) return
      this.#advance(this.#current)
    } while (performance.now() < end)
  }

  #next() {
    const job = this.#queue.shift()
    return job ? { job, found: this.#index.match(job.view, job.newest) } : null
  }

  #advance({ job, found }: { job: Job; found: Iterator<Receiver | null> }): void {
    for (let finds = 0; finds < findsPerLook; finds++) {
      const { value, done } = found.next()
      if (done) this.#current = null
      if (done || value === null) return
      value.sendLive(job.live)
    }
  }
}
