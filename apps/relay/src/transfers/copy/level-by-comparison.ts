import { readAll } from '../../events/read-scope.ts'
import { EventSet, recordBytes } from '../../nostr/negentropy/event-set.ts'
import { inSlices } from '../../nostr/negentropy/in-slices.ts'
import type { Run } from '../run.ts'
import { type ExchangeParts, sendFound, storeAll } from './exchange.ts'
import { TooManyToCompare } from './peer.ts'

/** Seconds of created_at, inclusive. */
interface Window {
  readonly since: number
  readonly until: number
}

export interface ComparisonPlace {
  readonly way: 'comparison'
  readonly windows: readonly Window[]
}

/** More are compared in parts: what fits into 12 MB. */
const comparedMax = 250_000
const askedAtOnce = 200
const latest = Number.MAX_SAFE_INTEGER
const monthSeconds = 30 * 86_400

/** Compares both stores by time, and gives each what it lacks. */
export class LevelByComparison {
  readonly #parts: ExchangeParts
  readonly #run: Run

  constructor(parts: ExchangeParts, run: Run) {
    this.#parts = parts
    this.#run = run
  }

  async level(given?: readonly Window[]): Promise<void> {
    const { account, signal, save } = this.#run
    const { since = 0, until = latest } = this.#parts.filter
    let windows = given ?? [{ since, until }]
    account.beginComparison()
    for (let window = windows[0]; window && !signal.aborted; window = windows[0]) {
      const isLevel = await this.#levelOne(window)
      windows = [...(isLevel ? [] : this.#halvesOf(window)), ...windows.slice(1)]
      account.place = { way: 'comparison', windows }
      await save()
    }
  }

  async #levelOne(window: Window): Promise<boolean> {
    const { peer, plan } = this.#parts
    const set = await this.#ownSet(window)
    if (!set) return false
    const bounds = { ...(window.since > 0 && { since: window.since }), ...(window.until < latest && window) }
    try {
      for await (const { have, need } of peer.compare({ ...plan.filter, ...bounds }, set)) {
        const [wanted, given] = [plan.direction === 'push' ? [] : need, plan.direction === 'pull' ? [] : have]
        this.#run.account.expect(wanted.length + given.length)
        await this.#fetch(wanted)
        await this.#send(given)
        await this.#run.save()
      }
      return true
    } catch (error) {
      if (!(error instanceof TooManyToCompare)) throw error
      if (window.since < window.until) return false
      this.#run.account.leaveOut({ cause: 'cut_second', id: null, text: String(window.since) })
      return true
    }
  }

  async #ownSet(window: Window): Promise<EventSet | null> {
    const { events, filter } = this.#parts
    const { signal } = this.#run
    const wanted = { ...filter, ...window, limit: comparedMax + 1 }
    const names = events.names([wanted], { scope: readAll, time: 'unlimited', signal })
    const batches: Uint8Array[] = []
    let bytes = 0
    for await (const batch of { [Symbol.asyncIterator]: () => names }) {
      batches.push(batch.bytes)
      bytes += batch.bytes.length
    }
    return bytes > comparedMax * recordBytes ? null : inSlices(EventSet.of(batches), signal)
  }

  async #fetch(ids: readonly string[]): Promise<void> {
    const { peer } = this.#parts
    for (let at = 0; at < ids.length && !this.#run.signal.aborted; at += askedAtOnce) {
      const asked = new Set(ids.slice(at, at + askedAtOnce))
      const given = await peer.stored({ ids: [...asked] }, askedAtOnce)
      await storeAll(
        this.#parts,
        this.#run,
        given.filter(event => asked.delete(event?.id)),
      )
      for (const id of asked)
        this.#run.account.leaveOut({ cause: 'not_given', id, text: 'The other relay named it and did not give it' })
      await this.#exchanged(Math.min(askedAtOnce, ids.length - at))
    }
  }

  async #send(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length && !this.#run.signal.aborted; at += askedAtOnce) {
      await sendFound(this.#parts, this.#run, { ids: ids.slice(at, at + askedAtOnce) })
      await this.#exchanged(Math.min(askedAtOnce, ids.length - at))
    }
  }

  async #exchanged(events: number): Promise<void> {
    const { account, signal, save } = this.#run
    if (signal.aborted) return
    account.exchanged(events)
    await save()
  }

  /** The newer one first. Most events are of the last years, so halves are not cut at the year 142,711,323. */
  #halvesOf({ since, until }: Window): Window[] {
    const recent = Math.floor(this.#parts.now() / 1000) - monthSeconds
    const isAround = since < recent && recent < until && until === latest
    const middle = isAround ? recent : Math.floor(since + (until - since) / 2)
    return [
      { since: middle + 1, until },
      { since, until: middle },
    ]
  }
}
