import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@hornets/server/disk/whole-file'

const hashName = /^[0-9a-f]{64}$/

export interface IncomingFile {
  readonly path: string
  readonly handle: FileHandle
}

/**
 * The files: `<root>/ab/cd/<hash>`, and `<root>/incoming` for unfinished uploads. A name below `ab/cd` always has the
 * full content, because files are renamed into place after they are on disk.
 */
export class BlobFiles {
  readonly #root: string
  readonly #incoming: string

  private constructor(root: string) {
    this.#root = root
    this.#incoming = join(root, 'incoming')
  }

  /** Deletes unfinished uploads of an earlier run. */
  static async open(root: string): Promise<BlobFiles> {
    const files = new BlobFiles(root)
    await rm(files.#incoming, { recursive: true, force: true })
    await mkdir(files.#incoming, { recursive: true })
    return files
  }

  async receive(): Promise<IncomingFile> {
    const path = join(this.#incoming, randomUUID())
    return { path, handle: await open(path, 'wx', 0o600) }
  }

  /** Deletes an upload that was not kept. */
  async discard(incoming: IncomingFile): Promise<void> {
    await incoming.handle.close()
    await rm(incoming.path, { force: true })
  }

  /** Moves a received file into place: durable when this resolves. */
  async land(incoming: IncomingFile, hash: string): Promise<void> {
    await incoming.handle.sync()
    await incoming.handle.close()
    const path = this.pathOf(hash)
    const firstMade = await mkdir(dirname(path), { recursive: true })
    await rename(incoming.path, path)
    await syncFolder(dirname(path))
    if (firstMade) {
      await syncFolder(dirname(dirname(path)))
      await syncFolder(this.#root)
    }
  }

  /** Null if missing. The caller closes the handle. */
  async read(hash: string): Promise<FileHandle | null> {
    try {
      return await open(this.pathOf(hash), 'r')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  }

  async remove(hash: string): Promise<void> {
    await rm(this.pathOf(hash), { force: true })
  }

  /** Hashes of stored files, folder by folder. */
  async *hashes(): AsyncGenerator<string[]> {
    for (const outer of await foldersOf(this.#root)) {
      for (const inner of await foldersOf(join(this.#root, outer))) {
        const names = await readdir(join(this.#root, outer, inner))
        yield names.filter(name => hashName.test(name))
      }
    }
  }

  /** A file's path, whether it exists or not. */
  pathOf(hash: string): string {
    if (!hashName.test(hash)) throw new Error('a file is named by its SHA-256 in lower-case hex')
    return join(this.#root, hash.slice(0, 2), hash.slice(2, 4), hash)
  }
}

async function foldersOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name)).map(entry => entry.name)
}

function codeOf(error: unknown): unknown {
  return (error as NodeJS.ErrnoException | null)?.code
}
