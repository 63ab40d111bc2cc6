import type { StoreChange } from '../../../changes/change.ts'
import { EventBatch, type Margins, noMargins } from '../../../event-batch.ts'
import type { CacheSettings, CacheState } from '../../../event-store.ts'
import type { Filter } from '../../../filter.ts'
import type { ReadScope } from '../../../read-scope.ts'
import type { QueryRequest } from '../reader-messages.ts'

interface CacheSource {
  lastSeq(): number
  /** When the next stored event expires after this time (Unix seconds). */
  nextExpiry(after: number): number
  now(): number
}

interface Answer {
  readonly kinds: readonly Kinds[]
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly until: number
}

interface Reading {
  readonly key: string
  readonly kinds: readonly Kinds[]
  isStale: boolean
}

/** Any: the filters name no kinds, so that every change can touch the answer. */
type Kinds = number | 'any'

const bytesMax = 64 * 2 ** 20
const answerBytesMax = 512 * 1024

/** A commit drops those of its kinds before it is confirmed; an event that expires ends all kept before. */
export class AnswerCache {
  readonly #source: CacheSource
  readonly #answers = new Map<string, Answer>()
  readonly #byKind = new Map<Kinds, Set<string>>()
  readonly #readings = new Set<Reading>()
  #settings: CacheSettings = { isOn: false, entriesMax: 0, ttlSeconds: 0 }
  #bytes = 0
  #hits = 0
  #misses = 0

  constructor(source: CacheSource) {
    this.#source = source
  }

  get isOn(): boolean {
    return this.#settings.isOn
  }

  get state(): CacheState {
    return { entries: this.#answers.size, hits: this.#hits, misses: this.#misses, bytes: this.#bytes }
  }

  set(settings: CacheSettings): void {
    this.#settings = settings
    this.clear()
  }

  clear(): void {
    for (const reading of this.#readings) reading.isStale = true
    this.#answers.clear()
    this.#byKind.clear()
    this.#bytes = 0
  }

  follow(changes: readonly StoreChange[], seen: number): void {
    const isAll = changes.length > 0 && changes.at(0)?.number === seen + 1
    if (isAll) for (const { counts } of changes) this.touch(counts.map(({ kind }) => kind))
    else this.clear()
  }

  touch(kinds: Iterable<number>): void {
    for (const kind of kinds)
      for (const one of [kind, 'any'] as const) {
        for (const key of this.#byKind.get(one) ?? []) this.#drop(key)
        for (const reading of this.#readings) if (reading.kinds.includes(one)) reading.isStale = true
      }
  }

  /** An answer at once: a kept one, or the one that is read now, which is kept. */
  answer(filters: readonly Filter[], request: QueryRequest, read: () => EventBatch | null): EventBatch | null {
    const key = this.#keyOf(filters, request)
    if (key === null) return read()
    const kept = this.#find(key)
    if (kept) return copyOf(kept, request.margins ?? noMargins)
    const batch = read()
    if (batch) {
      const parts = new Parts()
      parts.add(batch)
      this.#keep({ key, kinds: kindsOf(filters), isStale: false }, parts, request.now)
    }
    return batch
  }

  async *record(filters: readonly Filter[], request: QueryRequest, batches: AsyncIterable<EventBatch>) {
    const key = this.#keyOf(filters, request)
    if (key === null) {
      yield* batches
      return
    }
    const reading: Reading = { key, kinds: kindsOf(filters), isStale: false }
    const parts = new Parts()
    this.#readings.add(reading)
    try {
      for await (const batch of batches) {
        parts.add(batch)
        yield batch
      }
      this.#keep(reading, parts, request.now)
    } finally {
      this.#readings.delete(reading)
    }
  }

  /** Null for searches, since the text index follows later, and answers up to an earlier mark. */
  #keyOf(filters: readonly Filter[], { scope, upTo }: QueryRequest): string | null {
    if (!this.isOn || filters.some(({ search }) => search !== undefined)) return null
    if (upTo !== null && upTo !== this.#source.lastSeq()) return null
    const reader = scopeKey(filters, scope)
    return reader === null ? null : `${reader} ${JSON.stringify(filters)}`
  }

  #find(key: string): Answer | undefined {
    const kept = this.#answers.get(key)
    if (kept && kept.until > this.#source.now()) {
      this.#hits += 1
      this.#answers.delete(key)
      this.#answers.set(key, kept)
      return kept
    }
    if (kept) this.#drop(key)
    this.#misses += 1
    return undefined
  }

  #keep({ key, kinds, isStale }: Reading, parts: Parts, readAt: number): void {
    if (isStale || parts.bytes > answerBytesMax || !this.isOn) return
    const { nextExpiry, now } = this.#source
    const until = Math.min(now() + this.#settings.ttlSeconds * 1000, nextExpiry(readAt) * 1000)
    this.#drop(key)
    this.#answers.set(key, { ...parts.joined(), kinds, until })
    this.#bytes += key.length + parts.bytes
    for (const kind of kinds) {
      const keys = this.#byKind.get(kind) ?? new Set()
      this.#byKind.set(kind, keys.add(key))
    }
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= this.#settings.entriesMax && this.#bytes <= bytesMax) break
      this.#drop(oldest)
    }
  }

  #drop(key: string): void {
    const kept = this.#answers.get(key)
    if (!kept) return
    this.#answers.delete(key)
    this.#bytes -= key.length + kept.bytes.length
    for (const kind of kept.kinds) {
      const keys = this.#byKind.get(kind)
      keys?.delete(key)
      if (keys?.size === 0) this.#byKind.delete(kind)
    }
  }
}

class Parts {
  readonly #copies: Uint8Array[] = []
  bytes = 0

  add(batch: EventBatch): void {
    for (let at = 0; at < batch.length; at += 1) {
      const event = batch.slice(at)
      this.bytes += event.length
      if (this.bytes > answerBytesMax) this.#copies.length = 0
      else this.#copies.push(event.slice())
    }
  }

  joined(): { bytes: Uint8Array; ends: Uint32Array } {
    let end = 0
    const ends = Uint32Array.from(this.#copies, ({ length }) => (end += length))
    return { bytes: Buffer.concat(this.#copies), ends }
  }
}

function copyOf({ bytes, ends }: Answer, margins: Margins): EventBatch {
  const { before, after } = margins
  const copy = new Uint8Array(bytes.length + ends.length * (before + after))
  const newEnds = new Uint32Array(ends.length)
  let [from, to] = [0, 0]
  for (const [at, end] of ends.entries()) {
    copy.set(bytes.subarray(from, end), to + before)
    newEnds[at] = to + before + end - from
    to += before + end - from + after
    from = end
  }
  return new EventBatch(copy, newEnds, margins)
}

function kindsOf(filters: readonly Filter[]): readonly Kinds[] {
  const kinds = new Set<Kinds>()
  for (const { kinds: wanted } of filters) {
    if (!wanted || wanted.length === 0) return ['any']
    for (const kind of wanted) kinds.add(kind)
  }
  return [...kinds]
}

/** Readers with the same key see the same. Null: the scope has more than plain values, which a text may not name. */
function scopeKey(filters: readonly Filter[], { keys, ...rules }: ReadScope): string | null {
  if (Object.values(rules).some(value => typeof value === 'object' && !Array.isArray(value))) return null
  const { partyKinds, ...others } = rules
  const kinds = kindsOf(filters)
  const isPartly = kinds.includes('any') || partyKinds.some(kind => kinds.includes(kind))
  const isSame = Object.keys(others).length === 0 && !isPartly
  return isSame ? '' : JSON.stringify([rules, [...keys].sort()])
}
