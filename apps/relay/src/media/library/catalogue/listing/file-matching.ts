import { monthOf } from '@hornets/server/month'
import type { TypePatterns } from '../file-group.ts'
import type { FileQuery } from '../file-query.ts'
import { type Amount, addTo, beginningDigits, type FileColumns } from './file-columns.ts'

const daySeconds = 86_400
const spareSlots = 1000

export class Matching {
  readonly #columns: FileColumns
  readonly #fits: (slot: number) => boolean
  #slots: Uint8Array
  #months: Map<number, Amount> | undefined
  #files = 0
  #bytes = 0

  constructor(columns: FileColumns, query: FileQuery) {
    this.#columns = columns
    this.#fits = testOf(columns, query)
    this.#slots = new Uint8Array(columns.size + spareSlots)
    for (let slot = 0; slot < columns.size; slot += 1) this.#look(slot)
  }

  get amount(): Amount {
    return { files: this.#files, bytes: this.#bytes }
  }

  has(slot: number): boolean {
    return this.#slots[slot] === 1
  }

  update(changed: readonly number[]): void {
    if (this.#columns.size > this.#slots.length) {
      const slots = new Uint8Array(this.#columns.size + spareSlots)
      slots.set(this.#slots)
      this.#slots = slots
    }
    for (const slot of changed) this.#look(slot)
  }

  /** By month since year 0, in UTC. */
  months(): (Amount & { month: number })[] {
    this.#months ??= this.#countMonths()
    return [...this.#months].filter(([, { files }]) => files > 0).map(([month, amount]) => ({ month, ...amount }))
  }

  #look(slot: number): void {
    const fits = this.#fits(slot)
    if (fits === this.has(slot)) return
    this.#slots[slot] = fits ? 1 : 0
    const sign = fits ? 1 : -1
    const bytes = this.#columns.bytes[slot] ?? 0
    this.#files += sign
    this.#bytes += sign * bytes
    if (this.#months) addTo(this.#months, monthOf(this.#columns.received_at[slot] ?? 0), sign, bytes)
  }

  /** By day first: to find a month takes longer than to divide. */
  #countMonths(): Map<number, Amount> {
    const { size, received_at, bytes } = this.#columns
    const monthOfDay = new Map<number, number>()
    const months = new Map<number, Amount>()
    for (let slot = 0; slot < size; slot += 1) {
      if (!this.has(slot)) continue
      const day = Math.floor((received_at[slot] ?? 0) / daySeconds)
      const month = monthOfDay.get(day) ?? monthOf(day * daySeconds)
      monthOfDay.set(day, month)
      addTo(months, month, 1, bytes[slot] ?? 0)
    }
    return months
  }
}

function testOf(columns: FileColumns, query: FileQuery): (slot: number) => boolean {
  const { from = -Infinity, to = Infinity, minBytes = 0, maxBytes = Infinity } = query
  const state = query.status === 'trashed' ? 1 : 0
  const isAllowed = typeTest(columns.types.texts, query.types)
  const isOwned = query.owner === undefined ? undefined : columns.ownedBy(query.owner)
  const hasText = query.text === undefined ? undefined : textTest(columns, query.text)
  return slot => {
    if (columns.state[slot] !== state || !isAllowed(columns.mime[slot] ?? 0)) return false
    const at = columns.received_at[slot] ?? 0
    const bytes = columns.bytes[slot] ?? 0
    if (at < from || at >= to || bytes < minBytes || bytes > maxBytes) return false
    return isOwned?.(slot) !== false && hasText?.(slot) !== false
  }
}

/** Part of the name; from four hex digits on the start of the hash, too. */
function textTest(columns: FileColumns, text: string): (slot: number) => boolean {
  const isNamed = (slot: number) => columns.folded[slot]?.includes(text) ?? false
  if (!/^[0-9a-f]{4,64}$/.test(text)) return isNamed
  const [least, most] = ['0', 'f'].map(digit =>
    Number.parseInt(text.slice(0, beginningDigits).padEnd(beginningDigits, digit), 16),
  ) as [number, number]
  return slot => {
    const beginning = columns.beginning[slot] ?? 0
    if (beginning >= least && beginning <= most && columns.hash[slot]?.startsWith(text)) return true
    return isNamed(slot)
  }
}

function typeTest(types: readonly string[], asked: readonly TypePatterns[]): (type: number) => boolean {
  if (asked.length === 0) return () => true
  const tests = asked.map(({ any, none }) => ({ any: any.map(globTest), none: none.map(globTest) }))
  const known: boolean[] = []
  return number => {
    const type = types[number] ?? ''
    known[number] ??= tests.some(({ any, none }) => any.some(fits => fits(type)) && !none.some(fits => fits(type)))
    return known[number]
  }
}

function globTest(pattern: string): (type: string) => boolean {
  const source = pattern
    .replace(/[\\^$.|+()[\]{}]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  const expression = new RegExp(`^${source}$`, 's')
  return type => expression.test(type)
}
