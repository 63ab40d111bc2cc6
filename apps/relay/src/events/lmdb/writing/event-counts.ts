import { addToSpan, hourSeconds, levels } from '../layout/hours.ts'
import { authorKindKey, bigEndian, numberIn } from '../layout/keys.ts'
import type { Tables } from '../layout/tables.ts'

const kindsMax = 65_536
const authorCountBytes = 5
const kindCountBytes = 6

/** Numbers of events by kind, by author and kind, and by kind and hour: summed during a transaction, written at its end. */
export class EventCounts {
  readonly #byAuthor = new Map<number, number>()
  readonly #byKind = new Map<number, number>()
  readonly #byHour = new Map<number, number>()

  /** `time`: Unix seconds, as the indexes have it. */
  add(author: number, kind: number, time: number, count: 1 | -1): void {
    const key = author * kindsMax + kind
    this.#byAuthor.set(key, (this.#byAuthor.get(key) ?? 0) + count)
    this.#byKind.set(kind, (this.#byKind.get(kind) ?? 0) + count)
    this.addTime(kind, time, count)
  }

  addTime(kind: number, time: number, count: number): void {
    const key = Math.floor(time / hourSeconds) * kindsMax + kind
    this.#byHour.set(key, (this.#byHour.get(key) ?? 0) + count)
  }

  write(tables: Tables): void {
    const { authorKinds, kinds } = tables
    for (const [key, added] of this.#byAuthor) {
      if (added === 0) continue
      const tableKey = authorKindKey(Math.floor(key / kindsMax), key % kindsMax)
      const count = numberIn(authorKinds.getBinaryFast(tableKey), authorCountBytes) + added
      if (count > 0) authorKinds.put(tableKey, bigEndian(count, authorCountBytes))
      else authorKinds.removeSync(tableKey)
    }
    for (const [kind, added] of this.#byKind) {
      if (added === 0) continue
      const key = bigEndian(kind, 2)
      const count = numberIn(kinds.getBinaryFast(key), kindCountBytes) + added
      if (count > 0) kinds.put(key, bigEndian(count, kindCountBytes))
      else kinds.removeSync(key)
    }
    for (const [level, hours] of levels.entries()) this.#writeHours(tables, level, hours)
  }

  #writeHours(tables: Tables, level: number, hours: number): void {
    const spans = new Map<number, number>()
    for (const [key, added] of this.#byHour) {
      const span = Math.floor(Math.floor(key / kindsMax) / hours) * kindsMax + (key % kindsMax)
      spans.set(span, (spans.get(span) ?? 0) + added)
    }
    for (const [key, added] of spans) addToSpan(tables, level, key % kindsMax, Math.floor(key / kindsMax), added)
  }
}
