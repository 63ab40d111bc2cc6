import { setImmediate } from 'node:timers/promises'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { BannedIndex } from './banned-index.ts'
import { leastCopyQuality, nearWithin } from './compare.ts'
import { HashIndex } from './hash-index.ts'
import type { ImagePrint, TurnedPrint } from './image-print.ts'
import { wordsOf } from './pdq.ts'
import type { PrintStore } from './print-store.ts'

export interface ImagePrintsParts {
  readonly store: PrintStore
  /** What the thumbnail of a file shows; null if there is none. */
  readonly read: (hash: string) => Promise<readonly ImagePrint[] | null>
  readonly readBanned: (hash: string) => Promise<readonly TurnedPrint[] | null>
  readonly onPrints: (hash: string, prints: readonly ImagePrint[]) => Promise<void>
  readonly onBanned: () => Promise<void>
  readonly now: Clock
  readonly logger: Logger
}

export interface NearImage {
  readonly hash: string
  readonly distance: number
  readonly isSame: boolean
}

const batchFiles = 100
const comparedMax = 1000
const readMax = 100
const minuteMs = 60_000
const searchedAtOnce = 20

/** What stored files show: in memory as bits, read again in the background where it is missing. */
export class ImagePrints {
  readonly #parts: ImagePrintsParts
  readonly #index = new HashIndex<string>()
  readonly #closing = new AbortController()
  #round: Promise<void> = Promise.resolve()
  /** While hashes of stored files are made: since when, and how many. */
  #making: { readonly since: number; files: number } | undefined

  constructor(parts: ImagePrintsParts) {
    this.#parts = parts
  }

  /** Loads what is known, then reads what is missing. After a stop, the next start continues. */
  begin(): void {
    const { logger } = this.#parts
    this.#round = this.#load()
      .then(() => this.#readBans())
      .then(() => this.#readMissing())
      .finally(() => {
        this.#making = undefined
      })
      .catch(err => {
        if (!this.#closing.signal.aborted) logger.error({ err }, 'perceptual hashes could not be made')
      })
  }

  settled(): Promise<void> {
    return this.#round
  }

  async add(hash: string, prints: readonly ImagePrint[]): Promise<void> {
    this.#parts.store.put(hash, prints)
    this.#note(hash, prints)
    await this.#parts.onPrints(hash, prints)
  }

  remove(hash: string): void {
    this.#index.remove(hash)
  }

  /** Of a file's thumbnail, with its cuts and turns; null if it cannot be compared. */
  async bannedPrintsOf(hash: string): Promise<readonly TurnedPrint[] | null> {
    const prints = await this.#parts.readBanned(hash)
    return prints && BannedIndex.compares(prints) ? prints : null
  }

  /** Stored files whose hash is near to one of these, hex. In slices: a list can name thousands. */
  async nearTo(hashes: readonly string[]): Promise<Set<string>> {
    const near = new Set<string>()
    for (const [at, hash] of hashes.entries()) {
      if (at % searchedAtOnce === 0) await setImmediate()
      for (const { id } of this.#index.near(wordsOf(hash), nearWithin)) near.add(id)
    }
    return near
  }

  /** Stored files outside the trash that resemble one: the same first, then the nearest. */
  async near(hash: string, prints: readonly TurnedPrint[]): Promise<NearImage[]> {
    const turned = prints.flatMap(print => print.turned)
    const hashes = new Set(this.#index.nearAny(turned, nearWithin).map(({ id }) => id))
    hashes.delete(hash)
    const banned = new BannedIndex<string>(async () => prints.flatMap(({ fine }) => fine ?? []))
    banned.add(hash, prints)
    const found = await this.#parts.store.printsOf([...hashes].slice(0, comparedMax))
    const near: NearImage[] = []
    let read = 0
    for (const [other, own] of found) {
      const match = await banned.look(own)
      if (!match) continue
      // What is compared last is not kept of stored files: their thumbnails are read again.
      const isRead = match.isSame && read++ < readMax
      const exact = isRead ? await banned.look((await this.#parts.read(other)) ?? []) : null
      near.push({ hash: other, distance: match.distance, isSame: exact?.isSame === true })
    }
    return near.sort((one, other) => Number(other.isSame) - Number(one.isSame) || one.distance - other.distance)
  }

  /** The number of files that are still to be read, and how many are read in a minute; null while none are. */
  async progress(): Promise<{ waiting: number; perMinute: number | null }> {
    const waiting = await this.#parts.store.countMissing()
    const made = this.#making
    if (!made || made.files === 0) return { waiting, perMinute: null }
    const minutes = Math.max(1, this.#parts.now() - made.since) / minuteMs
    return { waiting, perMinute: Math.round(made.files / minutes) }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#round
  }

  #note(hash: string, prints: readonly Pick<ImagePrint, 'words' | 'quality'>[]): void {
    this.#index.remove(hash)
    for (const { words, quality } of prints) if (quality >= leastCopyQuality) this.#index.add(hash, words)
  }

  async #load(): Promise<void> {
    for await (const batch of this.#parts.store.all()) {
      if (this.#closing.signal.aborted) return
      for (const { hash, words } of batch) this.#index.add(hash, words)
    }
    this.#index.tidy()
  }

  async #readBans(): Promise<void> {
    const { store, readBanned, onBanned, logger } = this.#parts
    const bans = await store.bansWithout()
    for (const { hash, hasPrints } of bans) {
      const prints = await readBanned(hash)
      if (prints) await store.putBanned(hash, prints)
      else if (!hasPrints)
        logger.warn({ hash }, 'near copies of a banned file pass: it was deleted before it had a perceptual hash')
    }
    if (bans.length > 0) await onBanned()
  }

  async #readMissing(): Promise<void> {
    const { store, read, now, logger } = this.#parts
    const making = { since: now(), files: 0 }
    this.#making = making
    let after = ''
    for (;;) {
      const hashes = await store.missing(after, batchFiles)
      const last = hashes.at(-1)
      if (last === undefined) break
      after = last
      for (const hash of hashes) {
        if (this.#closing.signal.aborted) return
        const prints = await read(hash)
        if (!prints) continue
        await this.add(hash, prints)
        making.files++
      }
      this.#index.tidy()
    }
    if (making.files > 0) logger.info({ files: making.files }, 'perceptual hashes of stored files are complete')
  }
}
