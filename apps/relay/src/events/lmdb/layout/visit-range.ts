import type { Table } from './tables.ts'

interface RangeOptions {
  start: Buffer
  end: Buffer
  values: boolean
}

interface Range<Item> {
  readonly options: RangeOptions
  readonly items: Iterable<Item>
  isOpen: boolean
}

interface Entry {
  readonly key: Buffer
  readonly value: Uint8Array
}

/* Used again: lmdb assigns a function to each range, which makes V8 keep it and all it refers to for long. */
const keyRanges = new WeakMap<Table, Range<unknown>>()
const entryRanges = new WeakMap<Table, Range<Entry>>()

/** Returns whether all were visited. The table must not be visited again before this has returned. */
export function visitKeys(table: Table, start: Buffer, end: Buffer, wantsMore: () => boolean): boolean {
  let range = keyRanges.get(table)
  if (!range) {
    const options = { start, end, values: false }
    range = { options, items: table.getKeys(options), isOpen: false }
    keyRanges.set(table, range)
  }
  return visit(range, start, end, wantsMore)
}

export function visitEntries(table: Table, start: Buffer, end: Buffer, wantsMore: (entry: Entry) => boolean): boolean {
  let range = entryRanges.get(table)
  if (!range) {
    const options = { start, end, values: true }
    range = { options, items: table.getRange(options), isOpen: false }
    entryRanges.set(table, range)
  }
  return visit(range, start, end, wantsMore)
}

function visit<Item>(range: Range<Item>, start: Buffer, end: Buffer, wantsMore: (item: Item) => boolean): boolean {
  if (range.isOpen) throw new Error('a table is visited within its own visit')
  range.options.start = start
  range.options.end = end
  range.isOpen = true
  try {
    for (const item of range.items) if (!wantsMore(item)) return false
    return true
  } finally {
    range.isOpen = false
  }
}
