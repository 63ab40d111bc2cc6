import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

export interface PictureCacheOptions {
  /** Created if missing. */
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

/** Pictures on disk by their addresses; those that were not shown for the longest time go first. */
export class PictureCache {
  readonly #folder: string
  readonly #now: () => number
  readonly #kept: LRUCache<string, Kept>

  private constructor({ folder, bytesMax, filesMax, now }: PictureCacheOptions) {
    this.#folder = folder
    this.#now = now
    this.#kept = new LRUCache({
      max: filesMax,
      maxSize: bytesMax,
      sizeCalculation: ({ bytes }) => Math.max(bytes, 1),
      dispose: (_kept, name, reason) => {
        if (reason === 'evict') void rm(this.#pathOf(name), { force: true })
      },
    })
  }

  /** Takes over what an earlier run kept. Deletes the rest of the folder. */
  static async open(options: PictureCacheOptions): Promise<PictureCache> {
    const cache = new PictureCache(options)
    await mkdir(options.folder, { recursive: true })
    const found: { name: string; bytes: number; at: number }[] = []
    for (const file of await readdir(options.folder)) {
      const path = join(options.folder, file)
      if (!file.endsWith(suffix)) await rm(path, { recursive: true, force: true })
      else {
        const { size, mtimeMs } = await stat(path)
        found.push({ name: file.slice(0, -suffix.length), bytes: size, at: mtimeMs })
      }
    }
    found.sort((one, other) => one.at - other.at)
    for (const { name, bytes, at } of found) cache.#kept.set(name, { bytes, at })
    return cache
  }

  /** Null if it is not kept. `ageMs`: since it was fetched. */
  async read(address: string): Promise<{ webp: Buffer; ageMs: number } | null> {
    const name = nameOf(address)
    const kept = this.#kept.get(name)
    if (!kept) return null
    const webp = await readFile(this.#pathOf(name)).catch(() => null)
    if (!webp) this.#kept.delete(name)
    return webp && { webp, ageMs: this.#now() - kept.at }
  }

  async write(address: string, webp: Uint8Array): Promise<void> {
    const name = nameOf(address)
    const beside = this.incomingPath()
    await writeFile(beside, webp)
    await rename(beside, this.#pathOf(name))
    this.#kept.set(name, { bytes: webp.length, at: this.#now() })
  }

  /** A path for an unfinished file; the next start deletes it. */
  incomingPath(): string {
    return join(this.#folder, `${randomUUID()}.new`)
  }

  #pathOf(name: string): string {
    return join(this.#folder, `${name}${suffix}`)
  }
}

const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')
