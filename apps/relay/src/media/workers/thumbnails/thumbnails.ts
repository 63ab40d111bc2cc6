import { rm, writeFile } from 'node:fs/promises'
import { type CameraData, cameraData } from '@hornets/contract/admin/files/catalogue'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { ThumbnailSource } from '../../library/catalogue/catalogue-service.ts'
import type { FileFacts } from '../../library/catalogue/file-rows.ts'
import type { Outcome, Thumbnail } from '../../library/files/thumbnail.ts'
import { isPicture } from '../../library/mime/mime.ts'
import type { ImagePrint } from '../../library/similarity/image-print.ts'
import type { FactsRow, FactsStore } from './facts-store.ts'
import type { FilmReader } from './film-reader.ts'
import { sweepThumbnails } from './sweep-thumbnails.ts'
import { ThumbnailFolder } from './thumbnail-folder.ts'
import type { Thumbnailer } from './thumbnailer.ts'

export interface ThumbnailsParts {
  readonly folder: string
  readonly store: FactsStore
  readonly thumbnailer: Thumbnailer
  /** Null if this machine has no program for it. */
  readonly films: FilmReader | null
  /** Lends the content as a file on this disk while `work` runs; null if it is missing. */
  readonly withFile: <Result>(hash: string, work: (path: string) => Promise<Result>) => Promise<Result | null>
  readonly onMade: () => void
  readonly onPrints: (hash: string, prints: readonly ImagePrint[]) => Promise<void>
  readonly logger: Logger
}

/** Two at once keep two cores busy, at a lower priority than the relay. */
const atOnce = 2
const batchFiles = 500
/** The number of uploads that wait for their thumbnail; the next round finds the others. */
const waitingMax = 10_000

const picturesForPrograms: ReadonlySet<string> = new Set(['image/bmp', 'image/jp2'])
const needsPrograms = (mime: string): boolean => /^(video|audio)\//.test(mime) || picturesForPrograms.has(mime)

/** Thumbnails, each made once: for an upload on arrival, for older files in a round after the start. */
export class Thumbnails implements ThumbnailSource {
  readonly #parts: ThumbnailsParts
  readonly #semaphore = pLimit(atOnce)
  readonly #filmSemaphore = pLimit(1)
  readonly #making = new Map<string, Promise<void>>()
  readonly #folder: ThumbnailFolder
  readonly #closing = new AbortController()
  #swept: Promise<void> = Promise.resolve()
  #round: Promise<void> = Promise.resolve()

  constructor(parts: ThumbnailsParts) {
    this.#parts = parts
    this.#folder = new ThumbnailFolder(parts.folder)
  }

  /** Mends what a crash has left, then makes missing ones as time allows, newest first. */
  begin(): void {
    const { logger } = this.#parts
    this.#swept = this.#sweep().catch(err => logger.error({ err }, 'thumbnails could not be compared with their files'))
    this.#round = this.#lookForMissing().catch(err => logger.error({ err }, 'thumbnails could not be made'))
  }

  add(hash: string, mime: string): void {
    if (this.#canRead(mime) && this.#semaphore.pendingCount < waitingMax) void this.#queue(hash, mime)
  }

  async look(hash: string, mime: string): Promise<void> {
    if (this.#canRead(mime) && !this.#closing.signal.aborted) await this.#queue(hash, mime)
  }

  async settled(): Promise<void> {
    await this.#round
    await Promise.all(this.#making.values())
  }

  readsFilms(): boolean {
    return this.#parts.films !== null
  }

  async factsOf(hashes: readonly string[]): Promise<ReadonlyMap<string, FileFacts>> {
    const rows = await this.#parts.store.find(hashes)
    return new Map([...rows].map(([hash, row]) => [hash, factsOf(row)]))
  }

  pathOf(hash: string): string {
    return this.#folder.pathOf(hash)
  }

  async read(hash: string): Promise<Buffer | null> {
    return this.#folder.read(hash)
  }

  forget(hash: string): void {
    const { logger } = this.#parts
    this.#folder.remove(hash).catch(err => logger.error({ err, hash }, 'a thumbnail stays behind'))
  }

  async close(): Promise<void> {
    this.#closing.abort()
    this.#parts.thumbnailer.close()
    this.#parts.films?.close()
    await this.#round
    await Promise.all(this.#making.values())
  }

  #canRead(mime: string): boolean {
    return needsPrograms(mime) ? this.#parts.films !== null : isPicture(mime)
  }

  #queue(hash: string, mime: string): Promise<void> {
    const underWay = this.#making.get(hash)
    if (underWay) return underWay
    // A long film takes seconds; pictures do not wait for it.
    const semaphore = needsPrograms(mime) ? this.#filmSemaphore : this.#semaphore
    const making = semaphore(() => this.#make(hash, mime)).finally(() => this.#making.delete(hash))
    this.#making.set(hash, making)
    return making
  }

  async #lookForMissing(): Promise<void> {
    await this.#swept
    let before: { at: number; hash: string } | undefined
    do {
      const { files, next } = await this.#parts.store.unseen(before, batchFiles)
      const readable = files.filter(({ mime }) => this.#canRead(mime))
      await Promise.all(readable.map(({ hash, mime }) => this.#queue(hash, mime)))
      before = next
    } while (before && !this.#closing.signal.aborted)
  }

  async #sweep(): Promise<void> {
    const { store, logger } = this.#parts
    const swept = await sweepThumbnails(this.#folder, store, this.#closing.signal)
    if (swept.deleted + swept.forgotten > 0) logger.info(swept, 'thumbnails agree with their files again')
  }

  async #make(hash: string, mime: string): Promise<void> {
    const { store, withFile, onMade, onPrints, logger } = this.#parts
    await this.#swept
    if (this.#closing.signal.aborted || (await store.find([hash])).has(hash)) return
    try {
      const read = await withFile(hash, path =>
        needsPrograms(mime) ? this.#readFilm(hash, mime, path) : this.#readPicture(path),
      )
      if (!read || this.#closing.signal.aborted) return
      if (read.webp) await this.#folder.write(hash, read.webp)
      // Deleted meanwhile.
      if (!store.put({ ...noRow, hash, ...read.row })) return await this.#folder.remove(hash)
      onMade()
      if (read.prints) await onPrints(hash, read.prints)
    } catch (err) {
      logger.error({ err, hash }, 'a thumbnail could not be kept')
    }
  }

  /** Null if nothing can be said now. */
  async #readPicture(path: string): Promise<Read | null> {
    const made = await this.#shrink(path)
    if (made === 'unavailable') return null
    return typeof made === 'string' ? { row: {} } : { row: rowOf(made), webp: made.webp, prints: made.prints }
  }

  /** The poster of a film, or the waveform of sound, made small like any picture. */
  async #readFilm(hash: string, mime: string, path: string): Promise<Read | null> {
    const { films, logger } = this.#parts
    const film = await films?.read(path).catch(() => null)
    if (!films || !film) return { row: {} }
    const durationMs = isPicture(mime) ? null : film.durationMs
    const facts = { ...film.size, duration_ms: durationMs }
    const beside = await this.#folder.beside(`${hash}.png`)
    try {
      const drawn = film.size ? await films.drawPoster(path, durationMs) : await films.drawWaveform(path)
      await writeFile(beside, drawn)
      const made = await this.#shrink(beside)
      if (made === 'unavailable') return null
      if (typeof made === 'string') return { row: facts }
      // Waveforms resemble each other; near copies are looked for among pictures.
      const { thumbhash, thumbnail } = rowOf(made)
      const prints = film.size ? made.prints : undefined
      return { row: { ...facts, thumbhash, thumbnail }, webp: made.webp, prints }
    } catch (err) {
      logger.debug({ err, hash }, 'no preview for a video or audio file')
      return { row: facts }
    } finally {
      await rm(beside, { force: true })
    }
  }

  async #shrink(path: string): Promise<Outcome> {
    const { thumbnailer } = this.#parts
    const made = await thumbnailer.make(path)
    // The other file, read at the same time, may have been the cause.
    return made === 'ended' && !this.#closing.signal.aborted ? thumbnailer.make(path) : made
  }
}

interface Read {
  readonly row: Partial<Omit<FactsRow, 'hash'>>
  readonly webp?: Uint8Array
  readonly prints?: readonly ImagePrint[] | undefined
}

const noRow = { width: null, height: null, duration_ms: null, thumbhash: '', thumbnail: 0, camera: null } as const

function rowOf({ width, height, thumbhash, camera }: Omit<Thumbnail, 'webp' | 'prints'>) {
  // The process has read a stranger's file.
  const { data } = cameraData.safeParse(camera)
  return { width, height, thumbhash, thumbnail: 1, camera: data ? JSON.stringify(data) : null }
}

function factsOf({ width, height, duration_ms, thumbhash, thumbnail, camera }: FactsRow): FileFacts {
  return {
    width,
    height,
    durationMs: duration_ms,
    thumbhash,
    hasThumbnail: thumbnail === 1,
    camera: camera === null ? null : (JSON.parse(camera) as CameraData),
  }
}
