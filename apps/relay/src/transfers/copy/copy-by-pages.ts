import type { NostrEvent } from '@hornets/contract'
import type { Cursor } from '../../events/filter.ts'
import type { Run } from '../run.ts'
import { type ExchangeParts, sendFound, storeAll } from './exchange.ts'

export interface PagesPlace {
  readonly way: 'pages'
  /** What is older is still to come; null when everything came. */
  readonly until?: number | null
  readonly after?: Cursor
}

const pageEvents = 500
/** Some relays give more than they are asked for. */
const pageMax = 10_000

/** Page by page, newest first, for relays without comparisons. */
export class CopyByPages {
  readonly #parts: ExchangeParts
  readonly #run: Run

  constructor(parts: ExchangeParts, run: Run) {
    this.#parts = parts
    this.#run = run
  }

  async copy({ until, after }: Partial<PagesPlace>): Promise<void> {
    const { direction } = this.#parts.plan
    if (direction !== 'push' && until !== null) await this.#pull(until)
    if (direction !== 'pull') await this.#push(after)
  }

  /** From the second in which the last ended, since it can be on both; before it once a page brings nothing new. */
  async #pull(from: number | undefined): Promise<void> {
    const { peer, plan } = this.#parts
    const { account, signal, save } = this.#run
    const { since = 0, until: newest } = this.#parts.filter
    let until = from ?? newest
    let seen = new Set<string>()
    let second: number | undefined
    while (!signal.aborted && (until ?? since) >= since) {
      const wanted = { ...plan.filter, limit: pageEvents, ...(until !== undefined && { until }) }
      const page = await peer.stored(wanted, pageMax)
      const events = page.filter(event => isTimed(event) && event.created_at <= (until ?? Number.POSITIVE_INFINITY))
      if (events.length === 0) break
      // All that a page held was of one second, and there is more: NIP-01 has no way to what else there is of it.
      if (second !== undefined) account.leaveOut({ cause: 'cut_second', id: null, text: String(second) })
      const oldest = Math.min(...events.map(({ created_at }) => created_at))
      const fresh = events.filter(({ id }) => !seen.has(id))
      await storeAll(this.#parts, this.#run, fresh)
      second = fresh.length === 0 ? oldest : undefined
      until = fresh.length === 0 ? oldest - 1 : oldest
      seen = new Set(events.filter(({ created_at }) => created_at === until).map(({ id }) => id))
      account.place = { way: 'pages', until }
      await save()
    }
    if (signal.aborted) return
    account.place = { way: 'pages', until: null }
    await save()
  }

  async #push(from: Cursor | undefined): Promise<void> {
    const { account, signal, save } = this.#run
    let after = from
    while (!signal.aborted) {
      const filter = { ...this.#parts.filter, limit: pageEvents, ...(after && { after }) }
      const last = await sendFound(this.#parts, this.#run, filter)
      if (last === undefined || signal.aborted) return
      const { created_at: time, id } = JSON.parse(last) as NostrEvent
      after = { time, id }
      account.place = { way: 'pages', until: null, after }
      await save()
    }
  }
}

function isTimed(event: unknown): event is NostrEvent {
  return typeof event === 'object' && event !== null && Number.isSafeInteger((event as NostrEvent).created_at)
}
