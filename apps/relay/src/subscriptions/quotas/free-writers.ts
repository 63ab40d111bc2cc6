import { writersDays } from '@hornets/contract/admin/subscriptions/subscribers'
import type { Clock } from '@hornets/server/clock'
import type { EventStore, WriterCount } from '../../events/event-store.ts'
import { dayMs } from '../ledger/notices.ts'
import type { Allowances } from './allowances.ts'

export interface FreeWritersParts {
  readonly events: Pick<EventStore, 'countWriters'>
  readonly allowances: Pick<Allowances, 'subscribed'>
  /** Keys without a limit, and keys that are refused already. */
  readonly otherKeys: () => Promise<readonly string[]>
  readonly now: Clock
  readonly eventsMax?: number
}

const eventsMax = 500_000
const keptMs = 60_000

/** Counts who writes without paying, so that nobody closes the relay to them by accident. */
export class FreeWriters {
  readonly #parts: FreeWritersParts
  #last: { readonly at: number; readonly count: Promise<WriterCount> } | undefined

  constructor(parts: FreeWritersParts) {
    this.#parts = parts
  }

  count(): Promise<WriterCount> {
    const { now } = this.#parts
    if (this.#last && now() - this.#last.at < keptMs) return this.#last.count
    const count = this.#read()
    this.#last = { at: now(), count }
    count.catch(() => {
      this.#last = undefined
    })
    return count
  }

  async #read(): Promise<WriterCount> {
    const { events, allowances, otherKeys, now } = this.#parts
    const since = Math.floor((now() - writersDays * dayMs) / 1000)
    const except = [...allowances.subscribed(), ...(await otherKeys())]
    return events.countWriters({ since, except, eventsMax: this.#parts.eventsMax ?? eventsMax })
  }
}
