export interface NearEntry<Id> {
  readonly id: Id
  /** Differing bits of 256. */
  readonly distance: number
}

const words = 16
const pairs = words / 2
const values = 2 ** 16
/** Entries that are compared one by one, until the tables are made again. */
const looseMax = 2000

/**
 * Two hashes within 31 bits share one of 16 words but for a bit (multi-index hashing: Norouzi, Punjani, Fleet, 2012).
 */
export class HashIndex<Id> {
  #hashes = new Uint16Array(words * 1024)
  /** The same bytes, two words at once. */
  #pairs = new Uint32Array(this.#hashes.buffer)
  #ids: (Id | undefined)[] = []
  #places = new Map<Id, number[]>()
  /** For each word and value, where its places begin in `#byWord`. */
  #starts = new Uint32Array(0)
  #byWord = new Uint32Array(0)
  #tabled = 0

  get size(): number {
    return this.#places.size
  }

  add(id: Id, hash: Uint16Array): void {
    const place = this.#ids.length
    if ((place + 1) * words > this.#hashes.length) {
      const wider = new Uint16Array(this.#hashes.length * 2)
      wider.set(this.#hashes)
      this.#hashes = wider
      this.#pairs = new Uint32Array(wider.buffer)
    }
    this.#hashes.set(hash, place * words)
    this.#ids.push(id)
    this.#places.set(id, [...(this.#places.get(id) ?? []), place])
  }

  remove(id: Id): void {
    for (const place of this.#places.get(id) ?? []) this.#ids[place] = undefined
    this.#places.delete(id)
  }

  tidy(): void {
    if (this.#ids.length - this.#tabled > looseMax / 2) this.#table()
  }

  near(hash: Uint16Array, within: number): NearEntry<Id>[] {
    return this.nearAny([hash], within)
  }

  /** Entries that are near to one of these hashes, in at most 31 bits, with the least distance of each. */
  nearAny(hashes: readonly Uint16Array[], within: number): NearEntry<Id>[] {
    if (this.#ids.length - this.#tabled > looseMax) this.#table()
    const asked = new Uint32Array(hashes.flatMap(hash => [...new Uint32Array(Uint16Array.from(hash).buffer)]))
    const best = new Map<number, number>()
    const compare = (query: number, place: number) => {
      const distance = this.#distance(asked, query, place, within)
      if (distance <= within && distance < (best.get(place) ?? words * 16)) best.set(place, distance)
    }
    if (this.#tabled > 0)
      for (let word = 0; word < words; word++) this.#searchWord(word, queriesByValue(hashes, word), compare)
    for (let place = this.#tabled; place < this.#ids.length; place++)
      for (let query = 0; query < hashes.length; query++) compare(query, place)
    return [...best].flatMap(([place, distance]) => {
      const id = this.#ids[place]
      return id === undefined ? [] : [{ id, distance }]
    })
  }

  /** Cuts of one image share most of their words: the entries of a value are read once for all of them. */
  #searchWord(
    word: number,
    byValue: ReadonlyMap<number, readonly number[]>,
    compare: (query: number, place: number) => void,
  ): void {
    const starts = this.#starts
    for (const [asked, queries] of byValue)
      for (let bit = -1; bit < 16; bit++) {
        const row = word * (values + 1) + (bit < 0 ? asked : asked ^ (1 << bit))
        const end = starts[row + 1] ?? 0
        for (let at = starts[row] ?? 0; at < end; at++)
          for (let query = 0; query < queries.length; query++) compare(queries[query] ?? 0, this.#byWord[at] ?? 0)
      }
  }

  #distance(asked: Uint32Array, query: number, place: number, within: number): number {
    const [one, other] = [query * pairs, place * pairs]
    let bits = 0
    for (let at = 0; at < pairs && bits <= within; at++)
      bits += onesIn((asked[one + at] ?? 0) ^ (this.#pairs[other + at] ?? 0))
    return bits
  }

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
    this.#tabled = count
  }
}

function queriesByValue(hashes: readonly Uint16Array[], word: number): Map<number, number[]> {
  const byValue = new Map<number, number[]>()
  for (const [query, hash] of hashes.entries()) {
    const value = hash[word] ?? 0
    const queries = byValue.get(value)
    if (queries) queries.push(query)
    else byValue.set(value, [query])
  }
  return byValue
}

function onesIn(bits: number): number {
  const twos = bits - ((bits >>> 1) & 0x55555555)
  const fours = (twos & 0x33333333) + ((twos >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}
