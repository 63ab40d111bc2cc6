import { randomBytes } from 'node:crypto'
import { getSnapshotArchive, linkSnapshot } from '@hornets/contract/admin/settings/backup'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { LRUCache } from 'lru-cache'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { type DestinationWay, openDestination } from '../destinations/open-destination.ts'
import type { PlansService } from '../plans-service.ts'
import { BackupSet, type Snapshot, UnfitDestination } from '../set/backup-set.ts'
import { plainName } from '../set/cipher.ts'
import { tarBytes, writeTar } from './tar.ts'

export interface DownloadsParts {
  readonly plans: Pick<PlansService, 'find'>
  readonly wayOut: DestinationWay
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly now: Clock
}

const linkMs = 5 * 60_000
const linksMax = 20
const runningMax = 2

/** Backups as tar archives, each behind a link for one download: a browser's download carries no token. */
export class SnapshotDownloads {
  readonly #parts: DownloadsParts
  readonly #links = new LRUCache<string, { name: string; place: string; goodUntil: number }>({ max: linksMax })
  #running = 0

  constructor(parts: DownloadsParts) {
    this.#parts = parts
  }

  /** Throws ApiError('conflict') for one that is not encrypted, ApiError('not_found' | 'unavailable'). */
  async link(name: string, actor: Actor): Promise<{ path: string; bytes: number }> {
    const { plans, database, audit, now } = this.#parts
    const opened = await plans.find()
    if (!opened) throw new ApiError('not_found', backupMessages.none)
    const { place } = opened
    const bytes = await this.#with(place, async set => {
      const snapshot = await snapshotIn(set, name)
      if (snapshot.cipher === plainName) throw new ApiError('conflict', backupMessages.remoteUnencrypted)
      return tarBytes(await set.entries(snapshot))
    })
    await database.transact(tx => audit.recordChange(tx, { actor, action: linkSnapshot.audit, target: name }))
    const key = randomBytes(24).toString('base64url')
    this.#links.set(key, { name, place, goodUntil: now() + linkMs })
    return { path: `${getSnapshotArchive.path}?key=${key}`, bytes }
  }

  /** Throws ApiError: 'not_found' for a link that was used or has expired, 'unavailable' while two run. */
  async open(key: string): Promise<{ name: string; bytes: number; content: AsyncGenerator<Uint8Array> }> {
    const link = this.#links.get(key)
    if (!link || link.goodUntil < this.#parts.now()) throw new ApiError('not_found', backupMessages.linkOver)
    if (this.#running >= runningMax) throw new ApiError('unavailable', backupMessages.tooManyDownloads)
    this.#links.delete(key)
    const { place, name } = link
    const destination = openDestination(place, this.#parts.wayOut)
    this.#running += 1
    const end = () => {
      this.#running -= 1
      destination.close()
    }
    try {
      const set = await BackupSet.open(destination, '')
      const entries = await set.entries(await snapshotIn(set, name))
      const content = (async function* () {
        try {
          yield* writeTar(entries)
        } finally {
          end()
        }
      })()
      return { name: `backup-${name}.tar`, bytes: tarBytes(entries), content }
    } catch (error) {
      end()
      throw unavailable(error)
    }
  }

  async #with<Result>(place: string, work: (set: BackupSet) => Promise<Result>): Promise<Result> {
    const destination = openDestination(place, this.#parts.wayOut)
    try {
      return await work(await BackupSet.open(destination, ''))
    } catch (error) {
      throw unavailable(error)
    } finally {
      destination.close()
    }
  }
}

async function snapshotIn(set: BackupSet, name: string): Promise<Snapshot> {
  const snapshot = (await set.snapshots()).find(one => one.name === name)
  if (!snapshot) throw new ApiError('not_found', backupMessages.none)
  return snapshot
}

function unavailable(error: unknown): unknown {
  if (error instanceof ApiError) return error
  if (error instanceof UnfitDestination) return new ApiError('not_found', error.message, { cause: error })
  return new ApiError('unavailable', (error as Error).message, { cause: error })
}
