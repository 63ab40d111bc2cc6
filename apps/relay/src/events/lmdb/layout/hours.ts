import { bigEndian, numberIn } from './keys.ts'
import type { Tables } from './tables.ts'
import { visitEntries } from './visit-range.ts'

// Counted by hour, day and 30 days of `created_at`: a COUNT of a long time need not read events one by one.

export const hourSeconds = 3600
/** Hours in a counter of each level. */
export const levels: readonly number[] = [1, 24, 720]
const countBytes = 5
const openCost = 5

function keyOf(level: number, kind: number, number: number): Buffer {
  const key = Buffer.allocUnsafe(8)
  key.writeUInt8(level, 0)
  key.writeUInt16BE(kind, 1)
  key.writeUIntBE(number, 3, 5)
  return key
}

export function addToSpan({ hours }: Tables, level: number, kind: number, number: number, added: number): void {
  if (added === 0) return
  const key = keyOf(level, kind, number)
  const count = numberIn(hours.getBinaryFast(key), countBytes) + added
  if (count > 0) hours.put(key, bigEndian(count, countBytes))
  else hours.removeSync(key)
}

export class HourSum {
  readonly #tables: Tables
  #left: number

  constructor(tables: Tables, countersMax: number) {
    this.#tables = tables
    this.#left = countersMax
  }

  get hasGivenUp(): boolean {
    return this.#left <= 0
  }

  ofKind(kind: number, from: number, to: number, level = levels.length - 1): number {
    const hours = levels[level] ?? 1
    const [first, last] = [Math.ceil(from / hours), Math.floor(to / hours)]
    if (level === 0) return this.#sum(level, kind, first, last)
    if (first >= last) return this.ofKind(kind, from, to, level - 1)
    const before = this.ofKind(kind, from, first * hours, level - 1)
    const after = this.ofKind(kind, last * hours, to, level - 1)
    return before + this.#sum(level, kind, first, last) + after
  }

  #sum(level: number, kind: number, first: number, last: number): number {
    if (first >= last || this.hasGivenUp) return 0
    this.#left -= openCost
    let count = 0
    visitEntries(this.#tables.hours, keyOf(level, kind, first), keyOf(level, kind, last), ({ value }) => {
      count += numberIn(Buffer.from(value), countBytes)
      this.#left -= 1
      return !this.hasGivenUp
    })
    return count
  }
}
