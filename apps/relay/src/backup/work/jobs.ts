import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { DataFolder } from '@hornets/server/database/data-folder'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { openDestination } from '../destinations/open-destination.ts'
import { BackupSet, type Snapshot, UnfitDestination } from '../set/backup-set.ts'
import { cipherFor, type Opener, openerFor, openKey, openPlain, plain, plainName } from '../set/cipher.ts'
import type { Keep } from '../set/rotation.ts'
import { assertRoom } from './assert-room.ts'
import { compareRestored } from './compare-restored.ts'
import { restoredName, workName } from './data-places.ts'
import { makeBackup, type Progress } from './make-backup.ts'
import { markRestored } from './place-restored.ts'
import { DamagedBackup, restoreBackup } from './restore-backup.ts'

interface AtDestination {
  readonly dataDir: string
  readonly place: string
  readonly socksProxy?: string | undefined
  readonly reserveBytes?: number
}

export interface BackupJob extends AtDestination {
  readonly kind: 'backup'
  readonly accountsDatabase?: string | undefined
  /** Null: not encrypted. */
  readonly recipient: string | null
  /** Base64. */
  readonly sealedKey: string | null
  readonly relay: string
  readonly keep: Keep
}

export interface TestJob extends AtDestination {
  readonly kind: 'test'
  readonly key: string | null
}

export interface RestoreJob extends AtDestination {
  readonly kind: 'restore'
  readonly key: string | null
}

export type Job = BackupJob | TestJob | RestoreJob

export interface JobResult {
  readonly snapshot: string
  readonly files: number
  readonly bytes: number
  readonly differing: readonly string[]
}

/** Does one job at a time on a data folder. Throws with a message for the operator. */
export type JobMessage =
  | { readonly type: 'progress'; readonly progress: Progress }
  | { readonly type: 'done'; readonly result: JobResult }
  | { readonly type: 'failed'; readonly message: string }

export async function runJob(job: Job, onProgress?: (progress: Progress) => void): Promise<JobResult> {
  const lock = await DataFolder.open(job.dataDir, 'backup')
  const destination = openDestination(job.place, new WayOut(job.socksProxy ? new URL(job.socksProxy) : undefined))
  try {
    if (job.kind === 'test') return await test(job, destination, onProgress)
    if (job.kind === 'restore') return await stageRestore(job, destination, onProgress)
    const made = await makeBackup({
      reserveBytes: job.reserveBytes ?? 0,
      dataDir: job.dataDir,
      accountsDatabase: job.accountsDatabase,
      destination,
      relay: job.relay,
      keep: job.keep,
      now: Date.now,
      cipher: job.recipient === null ? plain : cipherFor(job.recipient),
      sealedKey: job.sealedKey === null ? undefined : Buffer.from(job.sealedKey, 'base64'),
      ...(onProgress && { onProgress }),
    })
    return { snapshot: made.name, files: made.files, bytes: made.bytes, differing: [] }
  } finally {
    destination.close()
    lock.close()
  }
}

/** Opens a backup with an age key or, for a set with its own key, the passphrase. Throws WrongKey. */
export async function openerOf(set: BackupSet, { cipher }: Snapshot, key: string | null): Promise<Opener> {
  if (cipher === plainName) return openPlain
  if (!key) throw new UnfitDestination(backupMessages.locked)
  if (/^AGE-SECRET-KEY-/i.test(key.trim())) return openerFor(key.trim())
  const sealed = await set.sealedKey(cipher)
  if (!sealed) throw new UnfitDestination(backupMessages.noPassphrase)
  return openerFor(await openKey(sealed, key))
}

/** Throws UnfitDestination if there is none. */
export async function findSnapshot(set: BackupSet, name?: string): Promise<Snapshot> {
  const all = await set.snapshots()
  const found = name === undefined ? all[0] : all.find(one => one.name === name)
  if (!found) throw new UnfitDestination(name === undefined ? backupMessages.none : `There is no backup ${name}.`)
  return found
}

/** Puts the newest backup beside the data, for the next start. Whatever fails leaves nothing of it. */
async function stageRestore(
  { dataDir, key, reserveBytes = 0 }: RestoreJob,
  destination: ReturnType<typeof openDestination>,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<JobResult> {
  const restored = join(dataDir, restoredName)
  await rm(restored, { recursive: true, force: true })
  await mkdir(restored, { mode: 0o700 })
  try {
    const set = await BackupSet.open(destination, restored)
    const snapshot = await findSnapshot(set)
    const open = await openerOf(set, snapshot, key)
    const { name, files, bytes } = snapshot
    await assertRoom(dataDir, bytes, reserveBytes)
    const manifest = await restoreBackup({ set, snapshot, open, to: restored, isDurable: true, onProgress })
    const differing = await compareRestored(restored, manifest, onProgress)
    if (differing.length > 0) throw new Error(`The backup differs from what it says: ${differing.join(', ')}`)
    await markRestored(dataDir, name)
    return { snapshot: name, files, bytes, differing }
  } catch (error) {
    await rm(restored, { recursive: true, force: true })
    throw error
  }
}

async function test(
  { dataDir, key, reserveBytes = 0 }: TestJob,
  destination: ReturnType<typeof openDestination>,
  onProgress: ((progress: Progress) => void) | undefined,
): Promise<JobResult> {
  const work = join(dataDir, workName)
  await rm(work, { recursive: true, force: true })
  try {
    const set = await BackupSet.open(destination, work)
    const snapshot = await findSnapshot(set)
    const open = await openerOf(set, snapshot, key)
    const { name, files, bytes } = snapshot
    await assertRoom(dataDir, bytes, reserveBytes)
    try {
      const manifest = await restoreBackup({ set, snapshot, open, to: work, onProgress })
      return { snapshot: name, files, bytes, differing: await compareRestored(work, manifest, onProgress) }
    } catch (error) {
      if (!(error instanceof DamagedBackup)) throw error
      // Neither this nor an older backup can use it; the next one stores it again.
      await set.removeObject(snapshot.cipher, error.hash)
      return { snapshot: name, files, bytes, differing: [error.message] }
    }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
