import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

export interface PictureCacheOptions {
  readonly folder: string
  readonly bytesMax: number
  readonly filesMax: number
  /** Milliseconds since 1970. */
  readonly now: () => number
}

interface Kept {
  readonly bytes: number
  /** When it was fetched, in milliseconds since 1970. */
  readonly at: number
}

const suffix = '.webp'

type Known = LRUCache<string, Kept>

/** Pictures on disk by their addresses; those that were not shown for the longest time go first. */
export class PictureCache {
  readonly #options: PictureCacheOptions
  #known: Promise<Known> | undefined

  constructor(options: PictureCacheOptions) {
    this.#options = options
  }

  /** At the first use: with many pictures, the relay would start later. */
  #open(): Promise<Known> {
    this.#known ??= this.#takeOver().catch(error => {
      this.#known = undefined
      throw error
    })
    return this.#known
  }

  async #takeOver(): Promise<Known> {
    const { folder, bytesMax, filesMax } = this.#options
    const bytesMin = Math.ceil(bytesMax / filesMax)
    const known: Known = new LRUCache({
      maxSize: bytesMax,
      // Limits their number, too. `max` would reserve memory for all of them.
      sizeCalculation: ({ bytes }) => Math.max(bytes, bytesMin),
      dispose: (_kept, name, reason) => {
        if (reason === 'evict') void rm(this.#pathOf(name), { force: true })
      },
    })
    await mkdir(folder, { recursive: true })
    const found: { name: string; bytes: number; at: number }[] = []
    for (const file of await readdir(folder)) {
      const path = join(folder, file)
      if (!file.endsWith(suffix)) await rm(path, { recursive: true, force: true })
      else {
        const { size, mtimeMs } = await stat(path)
        found.push({ name: file.slice(0, -suffix.length), bytes: size, at: mtimeMs })
      }
    }
    found.sort((one, other) => one.at - other.at)
    for (const { name, bytes, at } of found) known.set(name, { bytes, at })
    return known
  }

  /** Null if it is not kept. `ageMs`: since it was fetched. */
  async read(address: string): Promise<{ webp: Buffer; ageMs: number } | null> {
    const known = await this.#open()
    const name = nameOf(address)
    const kept = known.get(name)
    if (!kept) return null
    const webp = await readFile(this.#pathOf(name)).catch(() => null)
    if (!webp) known.delete(name)
    return webp && { webp, ageMs: this.#options.now() - kept.at }
  }

  async write(address: string, webp: Uint8Array): Promise<void> {
    const known = await this.#open()
    const name = nameOf(address)
    const beside = await this.incomingPath()
    await writeFile(beside, webp)
    await rename(beside, this.#pathOf(name))
    known.set(name, { bytes: webp.length, at: this.#options.now() })
  }

  async incomingPath(): Promise<string> {
    await this.#open()
    return join(this.#options.folder, `${randomUUID()}.new`)
  }

  #pathOf(name: string): string {
    return join(this.#options.folder, `${name}${suffix}`)
  }
}

const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')
