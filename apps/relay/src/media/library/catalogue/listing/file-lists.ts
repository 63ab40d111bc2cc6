import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import { monthOf } from '@hornets/server/month'
import { LRUCache } from 'lru-cache'
import type { FileCursor, FileQuery } from '../file-query.ts'
import { orders } from '../list-order.ts'
import { type FileColumns, gone } from './file-columns.ts'
import { type Matching, matchingOf } from './file-matching.ts'
import { ListedRows } from './listed-rows-sql.ts'

export interface Amount {
  readonly files: number
  readonly bytes: number
}

export interface PageOptions {
  readonly sort: FileSort
  readonly after?: FileCursor | undefined
  readonly offset: number
  readonly limit: number
}

export interface RangeOptions {
  readonly sort: FileSort
  readonly first: FileCursor
  readonly last: FileCursor
  readonly limit: number
}

/** Filters whose matches are kept until a file changes. */
const matchingsKept = 16
const daySeconds = 86_400

/** Lists of files from memory: each answer is as of the latest commit. */
export class FileLists {
  readonly #rows: ListedRows
  readonly #matchings = new LRUCache<string, Matching>({ max: matchingsKept })

  constructor(path: string) {
    this.#rows = new ListedRows(path)
  }

  /** A page's hashes, and the amount of all matches. */
  page(query: FileQuery, { sort, after, offset, limit }: PageOptions): { hashes: string[]; amount: Amount } {
    const columns = this.#columns()
    const matching = this.#matching(columns, query)
    const { column, descending } = orders[sort]
    const order = columns.order(column)
    const place = after && columns.placeOf(column, after.value, after.hash, !descending)
    const from = place === undefined ? (descending ? order.length - 1 : 0) : descending ? place - 1 : place
    const hashes: string[] = []
    let skipped = 0
    for (let at = from; at >= 0 && at < order.length && hashes.length < limit; at += descending ? -1 : 1) {
      const slot = order[at] ?? 0
      if (matching.slots[slot] !== 1) continue
      if (skipped < offset) skipped += 1
      else hashes.push(columns.hash[slot] ?? '')
    }
    return { hashes, amount: amountOf(matching) }
  }

  /** The matching files between two positions, both included, in the order of the list. */
  between(query: FileQuery, { sort, first, last, limit }: RangeOptions): { hash: string; bytes: number }[] {
    const columns = this.#columns()
    const { slots } = this.#matching(columns, query)
    const { column, descending } = orders[sort]
    const [low, high] = descending ? [last, first] : [first, last]
    const start = columns.placeOf(column, low.value, low.hash, false)
    const end = columns.placeOf(column, high.value, high.hash, true)
    const found = columns
      .order(column)
      .slice(start, end)
      .filter(slot => slots[slot] === 1)
    if (descending) found.reverse()
    return found.slice(0, limit).map(slot => ({ hash: columns.hash[slot] ?? '', bytes: columns.bytes[slot] ?? 0 }))
  }

  /** Those of these files that match. */
  amongst(query: FileQuery, hashes: readonly string[]): string[] {
    const columns = this.#columns()
    const { slots } = this.#matching(columns, query)
    return hashes.filter(hash => slots[columns.slotOf(hash) ?? -1] === 1)
  }

  amount(query: FileQuery): Amount {
    return amountOf(this.#matching(this.#columns(), query))
  }

  /** By month since year 0, in UTC. */
  months(query: FileQuery): (Amount & { month: number })[] {
    const columns = this.#columns()
    const { slots } = this.#matching(columns, query)
    const days = sumsBy(columns, slot =>
      slots[slot] === 1 ? Math.floor((columns.received_at[slot] ?? 0) / daySeconds) : undefined,
    )
    const months = new Map<number, Amount>()
    for (const [day, { files, bytes }] of days) {
      const month = monthOf(day * daySeconds)
      const before = months.get(month) ?? { files: 0, bytes: 0 }
      months.set(month, { files: before.files + files, bytes: before.bytes + bytes })
    }
    return [...months].map(([month, amount]) => ({ month, ...amount }))
  }

  /** By number of the store, the trash included. */
  stores(): (Amount & { store: number })[] {
    const columns = this.#columns()
    const sums = sumsBy(columns, slot => (columns.state[slot] === gone ? undefined : columns.store[slot]))
    return [...sums].map(([store, amount]) => ({ store, ...amount }))
  }

  close(): void {
    this.#rows.close()
  }

  #columns(): FileColumns {
    const { columns, isNew } = this.#rows.current()
    if (isNew) this.#matchings.clear()
    return columns
  }

  #matching(columns: FileColumns, query: FileQuery): Matching {
    const key = JSON.stringify(query)
    const kept = this.#matchings.get(key)
    if (kept) return kept
    const matching = matchingOf(columns, query)
    this.#matchings.set(key, matching)
    return matching
  }
}

const amountOf = ({ files, bytes }: Matching): Amount => ({ files, bytes })

/** By group; a slot of group undefined does not count. */
function sumsBy(columns: FileColumns, groupOf: (slot: number) => number | undefined): Map<number, Amount> {
  const sums = new Map<number, { files: number; bytes: number }>()
  for (let slot = 0; slot < columns.size; slot += 1) {
    const group = groupOf(slot)
    if (group === undefined) continue
    const sum = sums.get(group) ?? { files: 0, bytes: 0 }
    if (sum.files === 0) sums.set(group, sum)
    sum.files += 1
    sum.bytes += columns.bytes[slot] ?? 0
  }
  return sums
}
