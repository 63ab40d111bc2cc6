import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import type { BackupSet, Snapshot } from '../set/backup-set.ts'
import { type Opener, openPlain, plainName, WrongKey } from '../set/cipher.ts'
import type { Manifest } from '../set/records.ts'
import type { Progress } from './make-backup.ts'

export class DamagedBackup extends Error {
  override readonly name = 'DamagedBackup'
  readonly hash: string

  constructor(path: string, hash: string, cause?: unknown) {
    super(`${path} is damaged in the backup.`, { cause })
    this.hash = hash
  }
}

export interface RestoreBackup {
  readonly set: BackupSet
  readonly snapshot: Snapshot
  readonly open: Opener
  readonly to: string
  readonly isDurable?: boolean
  readonly onProgress?: ((progress: Progress) => void) | undefined
}

/** Writes everything in a backup to a folder and checks each file's hash. Throws WrongKey and DamagedBackup. */
export async function restoreBackup({
  set,
  snapshot,
  open: openWith,
  to,
  isDurable,
  onProgress,
}: RestoreBackup): Promise<Manifest> {
  const { cipher } = snapshot
  const opener = cipher === plainName ? openPlain : openWith
  const manifest = await set.readManifest(snapshot, opener).catch(error => {
    throw damageOr(error, 'The list of files', snapshot.manifest)
  })
  await mkdir(to, { recursive: true, mode: 0o700 })
  let done = 0
  for (const { path, hash, bytes } of manifest.files) {
    const target = join(to, path)
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    const found = createHash('sha256')
    let length = 0
    try {
      await pipeline(
        await opener(await set.readObject(cipher, hash)),
        async function* (content: AsyncIterable<Uint8Array>) {
          for await (const chunk of content) {
            found.update(chunk)
            length += chunk.length
            yield chunk
          }
        },
        createWriteStream(target, { flags: 'wx', mode: 0o600 }),
      )
    } catch (error) {
      throw damageOr(error, path, hash)
    }
    if (found.digest('hex') !== hash || length !== bytes) throw new DamagedBackup(path, hash)
    onProgress?.({ step: 'restore', done: ++done, total: manifest.files.length })
  }
  if (isDurable) await syncAll(manifest.files.map(({ path }) => join(to, path)))
  return manifest
}

/** Errors of the machine and of the destination, and a wrong key, are no damage. */
const damageOr = (error: unknown, path: string, hash: string): unknown =>
  (error as NodeJS.ErrnoException).code !== undefined || error instanceof WrongKey
    ? error
    : new DamagedBackup(path, hash, error)

/** Together: the disk writes many as fast as one. */
async function syncAll(paths: readonly string[]): Promise<void> {
  await pLimit(8).map(paths, async path => {
    const file = await open(path, 'r+')
    await file.sync().finally(() => file.close())
  })
}
