import { compareText } from './text-order.ts'

export interface ListedFile {
  readonly hash: string
  readonly mime: string
  readonly bytes: number
  /** Unix seconds. */
  readonly received_at: number
  readonly folded: string
  readonly trashed: number
  readonly store: number
}

export interface Amount {
  readonly files: number
  readonly bytes: number
}

export type SortColumn = 'received_at' | 'bytes' | 'folded'

/** Beyond this many, sorting again is quicker than inserting each. */
const insertedMax = 1000

const gone = 2

export const beginningDigits = 6

/** The files in memory, one array for each property, so that a pass over 100,000 takes a millisecond. */
export class FileColumns {
  readonly hash: string[] = []
  /** The hashes' first six digits as numbers: comparing texts would visit the memory of each. */
  readonly beginning: number[] = []
  readonly received_at: number[] = []
  readonly bytes: number[] = []
  readonly folded: string[] = []
  readonly store: number[] = []
  /** 0: stored, 1: in the trash, `gone`: its place is free. */
  readonly state: number[] = []
  readonly mime: number[] = []
  readonly types = new Numbers()
  readonly #keys = new Numbers()
  readonly #owner: number[] = []
  readonly #sharers: (number[] | undefined)[] = []
  readonly #slots = new Map<string, number>()
  readonly #orders = new Map<SortColumn, number[]>()
  readonly #stores = new Map<number, Amount>()
  #inserted = 0

  get size(): number {
    return this.hash.length
  }

  /** How many places are free: after many it pays to read all files again. */
  get free(): number {
    return this.size - this.#slots.size
  }

  slotOf(hash: string): number | undefined {
    return this.#slots.get(hash)
  }

  put(file: ListedFile): void {
    const known = this.#slots.get(file.hash)
    const isSamePlace = known !== undefined && this.#hasKeysOf(known, file)
    if (isSamePlace) this.#countInStore(known, -1)
    const slot = isSamePlace ? known : this.#add(file)
    this.mime[slot] = this.types.of(file.mime)
    this.store[slot] = file.store
    this.state[slot] = file.trashed
    this.#owner[slot] = -1
    this.#sharers[slot] = undefined
    this.#countInStore(slot, 1)
  }

  addOwner(hash: string, pubkey: string): void {
    const slot = this.#slots.get(hash)
    if (slot === undefined) return
    const key = this.#keys.of(pubkey)
    if (this.#owner[slot] === -1) this.#owner[slot] = key
    else this.#sharers[slot] = [...(this.#sharers[slot] ?? []), key]
  }

  remove(hash: string): void {
    const slot = this.#slots.get(hash)
    if (slot === undefined) return
    this.#countInStore(slot, -1)
    this.state[slot] = gone
    this.#slots.delete(hash)
  }

  ownedBy(pubkey: string): (slot: number) => boolean {
    let key: number | undefined
    return slot => {
      key ??= this.#keys.known(pubkey)
      return key !== undefined && (this.#owner[slot] === key || this.#sharers[slot]?.includes(key) === true)
    }
  }

  /** What each store holds, the trash included; stores without files are missing. */
  stores(): (Amount & { store: number })[] {
    return [...this.#stores].filter(([, { files }]) => files > 0).map(([store, amount]) => ({ store, ...amount }))
  }

  order(column: SortColumn): readonly number[] {
    const kept = this.#orders.get(column)
    if (kept) return kept
    const order = Array.from(this.hash, (_, slot) => slot)
    order.sort((one, other) => this.#compare(column, one, this[column][other] ?? 0, this.hash[other] ?? ''))
    this.#orders.set(column, order)
    return order
  }

  /** Where in the order the files from this one on begin, or, with `behind`, those after it. */
  placeOf(column: SortColumn, value: number | string, hash: string, behind: boolean): number {
    const order = this.order(column)
    let [low, high] = [0, order.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const compared = this.#compare(column, order[middle] ?? 0, value, hash)
      if (compared < 0 || (behind && compared === 0)) low = middle + 1
      else high = middle
    }
    return low
  }

  settle(): void {
    this.#inserted = 0
  }

  #add(file: ListedFile): number {
    this.remove(file.hash)
    const slot = this.size
    this.hash.push(file.hash)
    this.beginning.push(Number.parseInt(file.hash.slice(0, beginningDigits), 16))
    this.received_at.push(file.received_at)
    this.bytes.push(file.bytes)
    this.folded.push(file.folded)
    this.#slots.set(file.hash, slot)
    if (++this.#inserted > insertedMax) this.#orders.clear()
    for (const [column, order] of this.#orders)
      order.splice(this.placeOf(column, file[column], file.hash, true), 0, slot)
    return slot
  }

  #countInStore(slot: number, sign: 1 | -1): void {
    addTo(this.#stores, this.store[slot] ?? 0, sign, this.bytes[slot] ?? 0)
  }

  #hasKeysOf(slot: number, { received_at, bytes, folded }: ListedFile): boolean {
    return this.received_at[slot] === received_at && this.bytes[slot] === bytes && this.folded[slot] === folded
  }

  #compare(column: SortColumn, slot: number, value: number | string, hash: string): number {
    const own = this[column][slot] ?? 0
    const compared = typeof own === 'number' ? own - Number(value) : compareText(own, String(value))
    return compared || compareText(this.hash[slot] ?? '', hash)
  }
}

/** Adds a file to the amount of a group; `sign` -1 removes it. */
export function addTo(amounts: Map<number, Amount>, group: number, sign: 1 | -1, fileBytes: number): void {
  const { files, bytes } = amounts.get(group) ?? { files: 0, bytes: 0 }
  amounts.set(group, { files: files + sign, bytes: bytes + sign * fileBytes })
}

class Numbers {
  readonly texts: string[] = []
  readonly #numbers = new Map<string, number>()

  of(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.texts.length)
    return this.texts.push(text) - 1
  }

  known(text: string): number | undefined {
    return this.#numbers.get(text)
  }
}
