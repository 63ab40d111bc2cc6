import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { ApiError } from '@hornets/server/api-error'
import { FolderDestination } from '../destinations/folder-destination.ts'
import { BackupSet } from '../set/backup-set.ts'
import { NotTar, readTar } from './tar.ts'

/** What a backup consists of: a stranger may have written the archive, and nothing else gets a file. */
const names =
  /^(hornets-backup\.json|keys\/[0-9a-f]{16}\.age|snapshots\/[0-9TZ-]{1,40}\.(json|refs)|objects\/(plain|[0-9a-f]{16})\/[0-9a-f]{2}\/[0-9a-f]{64})$/

/** Unpacks a downloaded backup into a new folder. Throws ApiError('bad_request'), and then leaves no folder. */
export async function receiveArchive(body: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  try {
    for await (const { name, content } of readTar(body[Symbol.asyncIterator]())) {
      if (!names.test(name)) throw new NotTar('it has other files than a backup')
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    }
    const set = await BackupSet.open(new FolderDestination(folder), '')
    if ((await set.snapshots()).length === 0) throw new NotTar('it has no complete backup')
  } catch (cause) {
    await rm(folder, { recursive: true, force: true })
    if (isOfMachine(cause)) throw cause
    throw new ApiError('bad_request', backupMessages.notArchive, { cause })
  }
}

/** A full disk, or a connection that has ended; a file that is there twice is the archive's fault. */
const isOfMachine = (error: unknown): boolean => {
  const { code } = error as NodeJS.ErrnoException
  return error instanceof ApiError || (code !== undefined && code !== 'EEXIST')
}
