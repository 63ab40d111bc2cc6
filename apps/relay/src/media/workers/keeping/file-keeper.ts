import { setTimeout as pause } from 'node:timers/promises'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import { type AuditLog, atTheServer } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { EventStore } from '../../../events/event-store.ts'
import { readAll } from '../../../events/read-scope.ts'
import { eventsUsing } from '../../library/catalogue/event-uses.ts'
import type { FileIndex } from '../../library/files/file-index.ts'
import type { FileQuota } from '../../library/keeping/file-quota.ts'
import type { KeepingStore } from '../../library/keeping/keeping-store.ts'

export interface FileKeeperParts {
  readonly store: KeepingStore
  readonly quota: Pick<FileQuota, 'limitsOf' | 'keepsUsedFiles'>
  readonly index: Pick<FileIndex, 'expire'>
  readonly events: Pick<EventStore, 'query'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly now: Clock
  readonly logger: Logger
  readonly rounds: Rounds
  /** Rest between two batches, ms. */
  readonly restMs?: number
}

export interface Expired {
  readonly files: number
  readonly bytes: number
}

const lookEveryMs = 3_600_000
const usualRestMs = 250
const ownersAtOnce = 100
/** Whether a file is used may cost a search through all texts. */
const filesAtOnce = 20
const daySeconds = 86_400
const sparedSeconds = 7 * daySeconds

/** Files whose owners' days are over, and those that nobody owns, go to the trash, hourly in small batches. */
export class FileKeeper {
  readonly #parts: FileKeeperParts
  readonly #round: Round<Expired>
  readonly #closing = new AbortController()

  constructor(parts: FileKeeperParts) {
    this.#parts = parts
    this.#round = parts.rounds.open({
      name: 'expired_files',
      everyMs: lookEveryMs,
      isLong: true,
      work: () => this.#expireAll(),
    })
  }

  async look(): Promise<Expired> {
    return (await this.#round.run()) ?? { files: 0, bytes: 0 }
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#round.close()
  }

  async #expireAll(): Promise<Expired> {
    const { store, quota, logger } = this.#parts
    const gone = { files: 0, bytes: 0 }
    const add = ({ files, bytes }: Expired) =>
      Object.assign(gone, { files: gone.files + files, bytes: gone.bytes + bytes })
    try {
      let after = ''
      for (;;) {
        const owners = await store.owners(after, ownersAtOnce)
        for (const owner of owners) {
          const { days } = quota.limitsOf(owner)
          if (days !== null) await this.#expire(owner, days, add)
        }
        const last = owners.at(-1)
        if (last === undefined) break
        after = last
        await this.#rest()
      }
      await this.#inBatches(limit => store.ownerless({ now: this.#now(), limit }), add)
    } finally {
      if (gone.files > 0) {
        logger.info(gone, 'expired files moved to the trash')
        await this.#note(gone)
      }
    }
    return gone
  }

  #expire(owner: string, days: number, add: (expired: Expired) => void): Promise<void> {
    const { store } = this.#parts
    const before = this.#now() - days * daySeconds
    return this.#inBatches(limit => store.expired(owner, { before, now: this.#now(), limit }), add, owner)
  }

  /** Until nothing is left: each file goes, loses this owner, or is spared. */
  async #inBatches(
    next: (limit: number) => Promise<string[]>,
    add: (expired: Expired) => void,
    owner?: string,
  ): Promise<void> {
    for (;;) {
      const hashes = await next(filesAtOnce)
      if (hashes.length === 0) return
      for (const hash of hashes) add(await this.#release(hash, owner))
      await this.#rest()
    }
  }

  async #release(hash: string, owner: string | undefined): Promise<Expired> {
    const { store, index } = this.#parts
    const isShared = owner !== undefined && (await store.hasOtherOwner(hash, owner))
    if (!isShared && (await this.#isUsed(hash))) {
      await store.spare(hash, this.#now() + sparedSeconds)
      return { files: 0, bytes: 0 }
    }
    const trashed = await index.expire(hash, owner ?? null, this.#now())
    return { files: trashed ? 1 : 0, bytes: trashed?.bytes ?? 0 }
  }

  /** An unfinished search counts as used: a file that stays a week too long does no harm. */
  async #isUsed(hash: string): Promise<boolean> {
    if (!this.#parts.quota.keepsUsedFiles()) return false
    const { events, finished } = await eventsUsing(this.#parts.events, hash, { limit: 1, scope: readAll })
    return events.length > 0 || !finished
  }

  #rest(): Promise<void> {
    return pause(this.#parts.restMs ?? usualRestMs, undefined, { signal: this.#closing.signal, ref: false })
  }

  #now(): number {
    return Math.floor(this.#parts.now() / 1000)
  }

  async #note(gone: Expired): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    const entry = { actor: atTheServer, action: serverActions.filesExpired, target: 'files', after: gone }
    await adminDatabase.transact(tx => audit.recordChange(tx, entry))
  }
}
