import { setImmediate } from 'node:timers/promises'
import type { AuditAction } from '@hornets/contract/admin'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import { toTimestamp } from '@hornets/server/clock'
import type { AdminReads } from '../database/admin-database.ts'
import { chainStart, hashOfEntry } from '../database/audit-chain.ts'
import type { AuditFilter } from './audit-filter.ts'
import { type AuditRow, AuditStore } from './audit-store.ts'

/** Entries read in one go; other work runs between chunks, however long the log is. */
const readAtOnce = 250
const searchedAtOnce = 20_000

export interface Verification {
  readonly whole: boolean
  readonly entries: number
  /** Id of the first entry that does not match the one before; null if all do. */
  readonly firstBroken: number | null
  /** Hash of the newest entry; null in an empty log. */
  readonly head: string | null
  /** Whether the given head was found; undefined if none was given. */
  readonly headFound?: boolean
}

export type NamesOf = (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>

export class AuditReader {
  readonly #reads: AdminReads
  readonly #rows: AuditStore
  readonly #namesOf: NamesOf

  constructor(reads: AdminReads, namesOf: NamesOf) {
    this.#reads = reads
    this.#rows = new AuditStore(reads)
    this.#namesOf = namesOf
  }

  /** When this action was last recorded, milliseconds; null for never. */
  lastAt(action: AuditAction): Promise<number | null> {
    return this.#rows.findLastAt(action)
  }

  /** The newest entries of these actions about exactly these targets; older than an id if one is given. */
  async about(
    targets: readonly string[],
    actions: readonly AuditAction[],
    limit: number,
    before?: number,
  ): Promise<AuditEntry[]> {
    return this.#entriesOf(await this.#rows.listAbout(targets, actions, limit, before))
  }

  async page(
    filter: AuditFilter,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<{ entries: AuditEntry[]; hasMore: boolean }> {
    const rows: AuditRow[] = []
    let upTo = await this.#rows.findNewest(before, this.#reads)
    while (upTo && rows.length <= limit) {
      const span = { after: upTo.id - searchedAtOnce, upTo: upTo.id }
      rows.push(...(await this.#rows.listNewestFirst(filter, span, limit + 1 - rows.length)))
      upTo = await this.#rows.findNewest(span.after + 1, this.#reads)
      await setImmediate()
    }
    return { entries: await this.#entriesOf(rows.slice(0, limit)), hasMore: rows.length > limit }
  }

  /** All matching entries, oldest first, in chunks. Entries added meanwhile are left out. */
  async *all(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
    for await (const rows of this.#parts(filter)) if (rows.length > 0) yield await this.#entriesOf(rows)
  }

  async choices(): Promise<{ actions: string[]; actors: { pubkey: string; name: string }[] }> {
    const [actions, pubkeys] = await Promise.all([this.#rows.listActions(), this.#rows.listActors()])
    const names = await this.#namesOf(pubkeys)
    return { actions, actors: pubkeys.map(pubkey => ({ pubkey, name: names.get(pubkey) ?? '' })) }
  }

  /** Verifies the chain from its first entry. A cut-off end shows only against a head that was saved before. */
  async verify(notedHead?: string): Promise<Verification> {
    let previous = chainStart
    let entries = 0
    let headFound = notedHead === undefined ? undefined : notedHead === chainStart
    for await (const rows of this.#parts({}))
      for (const row of rows) {
        if (row.id !== entries + 1 || row.hash !== hashOfEntry(previous, row)) {
          const head = (await this.#rows.findNewest(undefined, this.#reads))?.hash ?? null
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
    const newest = (await this.#rows.findNewest(undefined, this.#reads))?.id ?? 0
    // Ids start at 1 without gaps. Inserted earlier rows are checked too, and gaps are skipped.
    let first = await this.#rows.findOldest(Number.NEGATIVE_INFINITY)
    while (first !== undefined && first <= newest) {
      const span = { after: first - 1, upTo: Math.min(first - 1 + readAtOnce, newest) }
      yield await this.#rows.listOldestFirst(filter, span)
      first = await this.#rows.findOldest(span.upTo)
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
