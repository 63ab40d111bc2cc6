import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { ThumbnailSource } from '../catalogue/catalogue-service.ts'
import { type FileFacts, noFacts } from '../catalogue/file-rows.ts'
import type { FactsRow, FactsStore } from './facts-store.ts'
import type { Thumbnailer } from './thumbnailer.ts'

export interface ThumbnailsParts {
  /** Created if missing. */
  readonly folder: string
  readonly store: FactsStore
  readonly thumbnailer: Thumbnailer
  /** Lends the content as a file on this disk while `work` runs; null if it is missing. */
  readonly withFile: <Result>(hash: string, work: (path: string) => Promise<Result>) => Promise<Result | null>
  /** Called when there is a new thumbnail. */
  readonly onMade: () => void
  readonly logger: Logger
}

/** Two at once keep two cores busy, at a lower priority than the relay. */
const atOnce = 2
const batchFiles = 500
/** The number of uploads that wait for their thumbnail; the next round finds the others. */
const waitingMax = 10_000

/** Pictures that store pixels. SVG is a document. */
const isPicture = (mime: string): boolean => mime.startsWith('image/') && !mime.endsWith('xml')

/** Thumbnails, each made once: for an upload on arrival, for older files in a round after the start. */
export class Thumbnails implements ThumbnailSource {
  readonly #parts: ThumbnailsParts
  readonly #turns = pLimit(atOnce)
  readonly #making = new Set<Promise<void>>()
  #round: Promise<void> = Promise.resolve()
  #isClosing = false

  constructor(parts: ThumbnailsParts) {
    this.#parts = parts
  }

  /** Makes missing ones as time allows, newest first. */
  begin(): void {
    this.#round = this.#lookForMissing().catch(err => this.#parts.logger.error({ err }, 'thumbnails could not be made'))
  }

  /** A new file. */
  add(hash: string, mime: string): void {
    if (isPicture(mime) && this.#turns.pendingCount < waitingMax) void this.#queue(hash)
  }

  /** Resolves when nothing is waiting. */
  async settled(): Promise<void> {
    await this.#round
    await Promise.all(this.#making)
  }

  async factsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
    const rows = await this.#parts.store.find(hashes)
    return new Map([...rows].map(([hash, row]) => [hash, factsOf(row)]))
  }

  async read(hash: string): Promise<Buffer | null> {
    return readFile(this.#pathOf(hash)).catch(() => null)
  }

  /** A deleted file. */
  async remove(hash: string): Promise<void> {
    await rm(this.#pathOf(hash), { force: true })
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#parts.thumbnailer.close()
    await this.#round
    await Promise.all(this.#making)
  }

  #queue(hash: string): Promise<void> {
    const making = this.#turns(() => this.#make(hash)).finally(() => this.#making.delete(making))
    this.#making.add(making)
    return making
  }

  async #lookForMissing(): Promise<void> {
    let before: { at: number; hash: string } | undefined
    do {
      const { files, next } = await this.#parts.store.unseen(before, batchFiles)
      const pictures = files.filter(({ mime }) => isPicture(mime))
      await Promise.all(pictures.map(({ hash }) => this.#queue(hash)))
      before = next
    } while (before && !this.#isClosing)
  }

  async #make(hash: string): Promise<void> {
    const { store, thumbnailer, withFile, onMade, logger } = this.#parts
    if (this.#isClosing || (await store.find([hash])).has(hash)) return
    try {
      const made = await withFile(hash, async path => {
        const first = await thumbnailer.make(path)
        // The other file, read at the same time, may have been the cause.
        return first === 'ended' && !this.#isClosing ? thumbnailer.make(path) : first
      })
      if (made === null || made === 'unavailable' || this.#isClosing) return
      const thumbnail = typeof made === 'string' ? null : made
      if (thumbnail) await this.#write(hash, thumbnail.webp)
      store.put({ ...noRow, hash, ...(thumbnail && rowOf(thumbnail)) })
      onMade()
    } catch (err) {
      logger.error({ err, hash }, 'a thumbnail could not be kept')
    }
  }

  /** To a temporary file first, so that none is read half-written. */
  async #write(hash: string, webp: Uint8Array): Promise<void> {
    const path = this.#pathOf(hash)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, webp)
    await rename(`${path}.new`, path)
  }

  #pathOf(hash: string): string {
    return join(this.#parts.folder, hash.slice(0, 2), hash.slice(2, 4), `${hash}.webp`)
  }
}

const noRow = { width: null, height: null, duration_ms: null, thumbhash: '', likeness: '', thumbnail: 0 } as const

const rowOf = ({
  width,
  height,
  thumbhash,
  likeness,
}: Pick<FactsRow, 'width' | 'height' | 'thumbhash' | 'likeness'>) => ({
  ...{ width, height, thumbhash, likeness },
  thumbnail: 1,
})

function factsOf({ width, height, duration_ms, thumbhash, thumbnail }: FactsRow): FileFacts {
  return { ...noFacts, width, height, durationMs: duration_ms, thumbhash, hasThumbnail: thumbnail === 1 }
}
