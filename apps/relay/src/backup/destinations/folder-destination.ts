import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '@hornets/server/disk/whole-file'
import { type Destination, MissingFile } from './destination.ts'

const unfinished = /\.part$/

/** Files that wait for the disk together: it writes many as fast as one. */
const togetherMax = 64

/** A folder on this machine: files appear under their names once they are on disk. */
export class FolderDestination implements Destination {
  readonly #root: string
  readonly #waiting: { readonly beside: string; readonly to: string }[] = []

  constructor(root: string) {
    this.#root = root
  }

  async list(prefix: string): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    for (const name of await this.#names(prefix)) {
      if (unfinished.test(name)) continue
      const size = await stat(join(this.#root, name)).then(({ size }) => size, unlessGone)
      if (size !== undefined) found.set(name, size)
    }
    return found
  }

  async put(name: string, path: string): Promise<void> {
    const to = join(this.#root, name)
    const beside = `${to}.${randomUUID()}.part`
    await mkdir(dirname(to), { recursive: true, mode: 0o700 })
    await copyFile(path, beside, constants.COPYFILE_FICLONE)
    await chmod(beside, 0o600)
    this.#waiting.push({ beside, to })
    if (this.#waiting.length >= togetherMax) await this.settle()
  }

  async settle(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    await Promise.all(waiting.map(({ beside }) => sync(beside)))
    for (const { beside, to } of waiting) await rename(beside, to)
    for (const folder of new Set(waiting.map(({ to }) => dirname(to)))) await syncFolder(folder)
  }

  async read(name: string): Promise<Readable> {
    const file = await open(join(this.#root, name)).catch(unlessGone)
    if (!file) throw new MissingFile(name)
    return file.createReadStream()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.#root, name), { force: true })
  }

  async sweep(): Promise<void> {
    for (const name of await this.#names('')) if (unfinished.test(name)) await this.remove(name)
  }

  close(): void {}

  async #names(prefix: string): Promise<string[]> {
    const folder = prefix.replace(/\/$/, '')
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true, recursive: true }).catch(unlessGone)
    const files = (entries ?? []).filter(entry => entry.isFile())
    return files.map(({ parentPath, name }) =>
      join(parentPath, name).slice(join(this.#root, '/').length).replaceAll('\\', '/'),
    )
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+')
  await file.sync().finally(() => file.close())
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
