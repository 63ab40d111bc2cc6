import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '@hornets/server/disk/whole-file'
import { blobName, hashIn } from './blob-name.ts'
import type { BlobStore, LocalFile, StoredBlob } from './blob-store.ts'
import type { Content } from './content.ts'

/** `<root>/ab/cd/<hash>`: always whole, since files are renamed into place from `<root>/incoming`. */
export class DiskStore implements BlobStore {
  readonly #root: string
  readonly #incoming: string

  private constructor(root: string) {
    this.#root = root
    this.#incoming = join(root, 'incoming')
  }

  static async open(root: string): Promise<DiskStore> {
    const files = new DiskStore(root)
    await rm(files.#incoming, { recursive: true, force: true })
    await mkdir(files.#incoming, { recursive: true })
    return files
  }

  async receive(): Promise<LocalFile> {
    const path = join(this.#incoming, randomUUID())
    return { path, handle: await open(path, 'wx+', 0o600) }
  }

  async discard(incoming: LocalFile): Promise<void> {
    await incoming.handle.close()
    await rm(incoming.path, { force: true })
  }

  async put(incoming: LocalFile, hash: string): Promise<void> {
    await incoming.handle.sync()
    await incoming.handle.close()
    const path = this.#pathOf(hash)
    const firstMade = await mkdir(dirname(path), { recursive: true })
    await rename(incoming.path, path)
    await syncFolder(dirname(path))
    if (firstMade) {
      await syncFolder(dirname(dirname(path)))
      await syncFolder(this.#root)
    }
  }

  async open(hash: string): Promise<Content | null> {
    const file = await this.openFile(hash)
    return (
      file && {
        stream: async span => file.handle.createReadStream(span && { start: span.first, end: span.last }),
        close: () => file.handle.close(),
      }
    )
  }

  /** As `open`, as a file: the caller closes the handle. */
  async openFile(hash: string): Promise<LocalFile | null> {
    const path = this.#pathOf(hash)
    try {
      return { path, handle: await open(path, 'r') }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async sizeOf(hash: string): Promise<number | null> {
    try {
      return (await stat(this.#pathOf(hash))).size
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async isThere(): Promise<boolean> {
    return stat(this.#incoming).then(
      found => found.isDirectory(),
      () => false,
    )
  }

  async remove(hash: string): Promise<void> {
    await rm(this.#pathOf(hash), { force: true })
  }

  async removeNamed(name: string): Promise<void> {
    await rm(join(this.#root, name), { force: true })
  }

  /** Folder by folder. Symbolic links are not followed, and folders with other names belong to other parts. */
  async *list(folder = ''): AsyncGenerator<StoredBlob[]> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true })
    const found: StoredBlob[] = []
    for (const entry of entries) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (folder !== '' || /^[0-9a-f]{2}$/.test(name)) yield* this.list(name)
        continue
      }
      const bytes = await stat(join(this.#root, name)).then(
        ({ size }) => size,
        () => undefined,
      )
      if (bytes !== undefined) found.push({ hash: hashIn(name), name, bytes })
    }
    if (found.length > 0) yield found
  }

  #pathOf(hash: string): string {
    return join(this.#root, blobName(hash))
  }
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
}
