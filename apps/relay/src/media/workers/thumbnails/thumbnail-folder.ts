import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const nameOf = /^([0-9a-f]{64})\.webp$/

/** Thumbnails on this disk: `<root>/ab/cd/<hash>.webp`. */
export class ThumbnailFolder {
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async read(hash: string): Promise<Buffer | null> {
    return readFile(this.pathOf(hash)).catch(() => null)
  }

  /** To a temporary file first, so that none is read half-written. */
  async write(hash: string, webp: Uint8Array): Promise<void> {
    const path = this.pathOf(hash)
    const beside = await this.beside(hash)
    await writeFile(beside, webp)
    await rename(beside, path)
  }

  async remove(hash: string): Promise<void> {
    await rm(this.pathOf(hash), { force: true })
  }

  async beside(hash: string): Promise<string> {
    const path = this.pathOf(hash)
    await mkdir(dirname(path), { recursive: true })
    return `${path}.new`
  }

  async isEmpty(): Promise<boolean> {
    return (await entriesOf(this.#root)).length === 0
  }

  /** The hashes that begin with these two hex digits; what is not a thumbnail is returned as a path. */
  async list(prefix: string): Promise<{ hashes: Set<string>; others: string[] }> {
    const found = { hashes: new Set<string>(), others: [] as string[] }
    for (const folder of await entriesOf(join(this.#root, prefix)))
      for (const name of await entriesOf(join(this.#root, prefix, folder))) {
        const hash = nameOf.exec(name)?.[1]
        if (hash) found.hashes.add(hash)
        else found.others.push(join(this.#root, prefix, folder, name))
      }
    return found
  }

  pathOf(hash: string): string {
    return join(this.#root, hash.slice(0, 2), hash.slice(2, 4), `${hash}.webp`)
  }
}

const entriesOf = (folder: string) => readdir(folder).catch(() => [])
