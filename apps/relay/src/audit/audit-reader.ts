import { setImmediate } from 'node:timers/promises'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import { toTimestamp } from '@hornets/server/clock'
import type { AdminReads } from '../database/admin-database.ts'
import { chainStart, hashOfEntry } from '../database/audit-chain.ts'
import type { AuditFilter } from './audit-filter.ts'
import {
  type AuditRow,
  findNewest,
  findOldest,
  listActions,
  listActors,
  listNewestFirst,
  listOldestFirst,
} from './store.ts'

/** So many entries are looked through at once; others have their turn between two parts, however long the log is. */
const readAtOnce = 250
const searchedAtOnce = 20_000

/** What became of a check of the whole chain. */
export interface Verification {
  readonly whole: boolean
  /** Entries that were looked at. */
  readonly entries: number
  /** Id of the first entry that does not fit to the one before it; null where all do. */
  readonly firstBroken: number | null
  /** Hash of the newest entry; null in an empty log. */
  readonly head: string | null
  /** Did the head that was asked for stand in the chain? Undefined where none was asked for. */
  readonly headFound?: boolean
}

/** Public key, hex → the name in the profile. */
export type NamesOf = (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>

/** Reads the audit log: pages of it, all of it, and whether it is as it was written. */
export class AuditReader {
  readonly #reads: AdminReads
  readonly #namesOf: NamesOf

  constructor(reads: AdminReads, namesOf: NamesOf) {
    this.#reads = reads
    this.#namesOf = namesOf
  }

  /** A page, newest first. */
  async page(
    filter: AuditFilter,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
    const rows: AuditRow[] = []
    let upTo = await findNewest(this.#reads, before)
    while (upTo && rows.length <= limit) {
      const span = { after: upTo.id - searchedAtOnce, upTo: upTo.id }
      rows.push(...(await listNewestFirst(this.#reads, filter, span, limit + 1 - rows.length)))
      upTo = await findNewest(this.#reads, span.after + 1)
      await setImmediate()
    }
    return { entries: await this.#entriesOf(rows.slice(0, limit)), hasMore: rows.length > limit }
  }

  /** Every entry that the filter leaves, oldest first, in parts: the log may be long. What comes meanwhile is left out. */
  async *all(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    for await (const rows of this.#parts(filter)) if (rows.length > 0) yield await this.#entriesOf(rows)
  }

  async choices(): Promise<{ actions: string[]; actors: { pubkey: string; name: string }[] }> {
    const [actions, pubkeys] = await Promise.all([listActions(this.#reads), listActors(this.#reads)])
    const names = await this.#namesOf(pubkeys)
    return { actions, actors: pubkeys.map(pubkey => ({ pubkey, name: names.get(pubkey) ?? '' })) }
  }

  /**
   * Walks the chain from its first entry. What it cannot show by itself is that its end was cut off: for that it is asked
   * for a head that was noted before.
   */
  async verify(notedHead?: string): Promise<Verification> {
    let previous = chainStart
    let entries = 0
    let headFound = notedHead === undefined ? undefined : notedHead === chainStart
    for await (const rows of this.#parts({}))
      for (const row of rows) {
        if (row.id !== entries + 1 || row.hash !== hashOfEntry(previous, row)) {
          const head = (await findNewest(this.#reads))?.hash ?? null
          return { whole: false, entries, firstBroken: row.id, head, ...(notedHead && { headFound }) }
        }
        previous = row.hash
        entries++
        if (row.hash === notedHead) headFound = true
      }
    const head = entries === 0 ? null : previous
    const whole = headFound !== false
    return { whole, entries, firstBroken: null, head, ...(notedHead && { headFound }) }
  }

  async *#parts(filter: AuditFilter): AsyncGenerator<AuditRow[]> {
    const newest = (await findNewest(this.#reads))?.id ?? 0
    // Numbers run from 1 without gaps; what somebody has put before is looked at, too, and a gap is stepped over.
    let first = await findOldest(this.#reads, Number.NEGATIVE_INFINITY)
    while (first !== undefined && first <= newest) {
      const span = { after: first - 1, upTo: Math.min(first - 1 + readAtOnce, newest) }
      yield await listOldestFirst(this.#reads, filter, span)
      first = await findOldest(this.#reads, span.upTo)
      await setImmediate()
    }
  }

  async #entriesOf(rows: readonly AuditRow[]): Promise<AuditEntry[]> {
    const pubkeys = [...new Set(rows.flatMap(({ actor }) => (actor ? [actor] : [])))]
    const names = await this.#namesOf(pubkeys)
    return rows.map(({ at, actor, before, after, ip, ...row }) => ({
      ...row,
      at: toTimestamp(at),
      actor,
      actorName: (actor && names.get(actor)) ?? '',
      before: before === null ? null : JSON.parse(before),
      after: after === null ? null : JSON.parse(after),
      address: ip,
    }))
  }
}
