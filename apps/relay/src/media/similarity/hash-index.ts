import { distanceOf } from './pdq.ts'

export interface NearEntry<Id> {
  readonly id: Id
  /** Differing bits of 256. */
  readonly distance: number
}

const words = 16
const values = 2 ** 16
/** Entries that are compared one by one, until the tables are made again. */
const looseMax = 2000

/**
 * Hashes of 256 bits in memory, found by nearness. Two hashes that differ in at most 31 bits differ in at most one bit of
 * one of their 16 words, so only entries that share such a word are compared (multi-index hashing: Norouzi, Punjani and
 * Fleet, 2012).
 */
export class HashIndex<Id> {
  #hashes = new Uint16Array(words * 1024)
  /** By place; what was removed is undefined. */
  #ids: (Id | undefined)[] = []
  #places = new Map<Id, number[]>()
  /** For each word and value, where its places begin in `#byWord`. */
  #starts = new Uint32Array(0)
  #byWord = new Uint32Array(0)
  #tabled = 0
  /** The query that last saw a place, so that each is compared once. */
  #seen = new Uint32Array(0)
  #query = 0

  get size(): number {
    return this.#places.size
  }

  add(id: Id, hash: Uint16Array): void {
    const place = this.#ids.length
    if ((place + 1) * words > this.#hashes.length) {
      const wider = new Uint16Array(this.#hashes.length * 2)
      wider.set(this.#hashes)
      this.#hashes = wider
    }
    this.#hashes.set(hash, place * words)
    this.#ids.push(id)
    this.#places.set(id, [...(this.#places.get(id) ?? []), place])
  }

  remove(id: Id): void {
    for (const place of this.#places.get(id) ?? []) this.#ids[place] = undefined
    this.#places.delete(id)
  }

  /** In at most 31 bits. */
  near(hash: Uint16Array, within: number): NearEntry<Id>[] {
    if (this.#ids.length - this.#tabled > looseMax) this.#table()
    const found: NearEntry<Id>[] = []
    const compare = (place: number) => {
      const id = this.#ids[place]
      if (id === undefined) return
      const distance = distanceOf(hash, this.#hashes, place * words)
      if (distance <= within) found.push({ id, distance })
    }
    this.#query++
    if (this.#tabled > 0)
      for (let word = 0; word < words; word++) {
        const value = hash[word] ?? 0
        this.#each(word, value, compare)
        for (let bit = 0; bit < 16; bit++) this.#each(word, value ^ (1 << bit), compare)
      }
    for (let place = this.#tabled; place < this.#ids.length; place++) compare(place)
    return found
  }

  #each(word: number, value: number, compare: (place: number) => void): void {
    const row = word * (values + 1) + value
    for (let at = this.#starts[row] ?? 0; at < (this.#starts[row + 1] ?? 0); at++) {
      const place = this.#byWord[at] ?? 0
      if (this.#seen[place] === this.#query) continue
      this.#seen[place] = this.#query
      compare(place)
    }
  }

  /** Sorts the places by each of the words' values (counting sort). */
  #table(): void {
    const count = this.#ids.length
    this.#starts = new Uint32Array(words * (values + 1))
    this.#byWord = new Uint32Array(words * count)
    for (let word = 0; word < words; word++) {
      const row = word * (values + 1)
      const valueAt = (place: number) => this.#hashes[place * words + word] ?? 0
      const ends = new Uint32Array(values + 1)
      for (let place = 0; place < count; place++) ends[valueAt(place) + 1] = (ends[valueAt(place) + 1] ?? 0) + 1
      ends[0] = word * count
      for (let value = 0; value < values; value++) ends[value + 1] = (ends[value + 1] ?? 0) + (ends[value] ?? 0)
      this.#starts.set(ends, row)
      for (let place = 0; place < count; place++) {
        const at = ends[valueAt(place)] ?? 0
        this.#byWord[at] = place
        ends[valueAt(place)] = at + 1
      }
    }
    this.#seen = new Uint32Array(count)
    this.#query = 0
    this.#tabled = count
  }
}
