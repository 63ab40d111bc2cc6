import type { FileSort } from '@hornets/contract/admin/files/catalogue'
import { LRUCache } from 'lru-cache'
import type { FileCursor, FileQuery } from '../file-query.ts'
import { orders } from '../list-order.ts'
import type { Amount, FileColumns } from './file-columns.ts'
import { Matching } from './file-matching.ts'
import { ListedRows } from './listed-rows-sql.ts'

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

const matchingsKept = 16
/** After more changes, filtering all files again is as quick. */
const changesMax = 1000

export class FileLists {
  readonly #rows: ListedRows
  #columns: FileColumns | undefined
  readonly #matchings = new LRUCache<string, Matching>({ max: matchingsKept })

  constructor(path: string) {
    this.#rows = new ListedRows(path)
  }

  page(query: FileQuery, { sort, after, offset, limit }: PageOptions): { hashes: string[]; amount: Amount } {
    const columns = this.#current()
    const matching = this.#matching(columns, query)
    const { column, descending } = orders[sort]
    const order = columns.order(column)
    const place = after && columns.placeOf(column, after.value, after.hash, !descending)
    const from = place === undefined ? (descending ? order.length - 1 : 0) : descending ? place - 1 : place
    const hashes: string[] = []
    let skipped = 0
    for (let at = from; at >= 0 && at < order.length && hashes.length < limit; at += descending ? -1 : 1) {
      const slot = order[at] ?? 0
      if (!matching.has(slot)) continue
      if (skipped < offset) skipped += 1
      else hashes.push(columns.hash[slot] ?? '')
    }
    return { hashes, amount: matching.amount }
  }

  between(query: FileQuery, { sort, first, last, limit }: RangeOptions): { hash: string; bytes: number }[] {
    const columns = this.#current()
    const matching = this.#matching(columns, query)
    const { column, descending } = orders[sort]
    const [low, high] = descending ? [last, first] : [first, last]
    const start = columns.placeOf(column, low.value, low.hash, false)
    const end = columns.placeOf(column, high.value, high.hash, true)
    const found = columns
      .order(column)
      .slice(start, end)
      .filter(slot => matching.has(slot))
    if (descending) found.reverse()
    return found.slice(0, limit).map(slot => ({ hash: columns.hash[slot] ?? '', bytes: columns.bytes[slot] ?? 0 }))
  }

  amongst(query: FileQuery, hashes: readonly string[]): string[] {
    const columns = this.#current()
    const matching = this.#matching(columns, query)
    return hashes.filter(hash => matching.has(columns.slotOf(hash) ?? -1))
  }

  amount(query: FileQuery): Amount {
    return this.#matching(this.#current(), query).amount
  }

  /** By month since year 0, in UTC. */
  months(query: FileQuery): (Amount & { month: number })[] {
    return this.#matching(this.#current(), query).months()
  }

  stores(): (Amount & { store: number })[] {
    return this.#current().stores()
  }

  close(): void {
    this.#rows.close()
  }

  #current(): FileColumns {
    const { columns, changed } = this.#rows.current()
    if (columns !== this.#columns || changed.length > changesMax) this.#matchings.clear()
    else if (changed.length > 0) for (const matching of this.#matchings.values()) matching.update(changed)
    this.#columns = columns
    return columns
  }

  #matching(columns: FileColumns, query: FileQuery): Matching {
    const key = JSON.stringify(query)
    const kept = this.#matchings.get(key)
    if (kept) return kept
    const matching = new Matching(columns, query)
    this.#matchings.set(key, matching)
    return matching
  }
}
