import type { AnswerOf, BodyOf, QueryOf } from '@hornets/contract'
import { banFiles, type listFileBans, type listNearFiles, unbanFile } from '@hornets/contract/admin/files/file-bans'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditEntry, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { isTelling } from '../../database/likeness.ts'
import type { FileCatalogue } from '../catalogue/catalogue-service.ts'
import type { FileIndex } from '../files/file-index.ts'
import { type BanGuard, refusedWithin } from './ban-guard.ts'
import type { BanStore } from './ban-store.ts'

export interface FileBansParts {
  readonly store: BanStore
  readonly guard: Pick<BanGuard, 'readAgain'>
  readonly index: Pick<FileIndex, 'ban'>
  readonly catalogue: Pick<FileCatalogue, 'named'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  /** Called when a ban is lifted. */
  readonly onChange: () => void
  readonly now: Clock
}

/** Files that differ in more of 64 bits show something else. */
const shownWithin = 10
const shownMax = 60

/** What admins ban, and what looks like it. */
export class FileBans {
  readonly #parts: FileBansParts

  constructor(parts: FileBansParts) {
    this.#parts = parts
  }

  /**
   * Bans files and moves those that are stored to the trash, all or none. `near`: the file whose near copies are refused
   * too. Throws ApiError('conflict') if that one cannot be compared.
   */
  async ban({ hashes, reason, near }: BodyOf<typeof banFiles>, actor: Actor): Promise<AnswerOf<typeof banFiles>> {
    const { store, guard, index, now } = this.#parts
    const likeness = near === undefined ? '' : await store.likenessOf(near)
    if (near !== undefined && !isTelling(likeness)) throw new ApiError('conflict', fileMessages.notComparable)
    const at = Math.floor(now() / 1000)
    const named = new Set(near === undefined ? hashes : [...hashes, near])
    const bans = [...named].map(hash => ({
      ...{ hash, reason, at, by: actor.pubkey },
      likeness: hash === near ? likeness : '',
    }))
    const deleted = await index.ban(bans)
    await guard.readAgain()
    const sizes = new Map(deleted.map(({ hash, mime, bytes }) => [hash, { mime, bytes }]))
    const entries = bans.map(ban => ({
      ...{ actor, action: banFiles.audit, target: ban.hash },
      after: { reason, alike: ban.likeness !== '', ...sizes.get(ban.hash) },
    }))
    await this.#note(entries)
    return { banned: bans.length, deleted: deleted.length }
  }

  /** What was deleted stays in the trash. Throws ApiError('not_found'). */
  async unban(hash: string, actor: Actor): Promise<void> {
    const { store, guard, onChange } = this.#parts
    if (!(await store.remove(hash))) throw new ApiError('not_found', fileMessages.notBanned)
    await guard.readAgain()
    onChange()
    await this.#note([{ actor, action: unbanFile.audit, target: hash }])
  }

  /** A page, newest first. */
  async list(asked: QueryOf<typeof listFileBans>): Promise<AnswerOf<typeof listFileBans>> {
    const { rows, total } = await this.#parts.store.page(asked)
    const files = await this.#parts.catalogue.named(rows.map(({ hash }) => hash))
    const bans = rows.map(({ hash, likeness, reason, at, by }) => ({
      ...{ hash, reason, by, alike: likeness !== '', at: toTimestamp(at * 1000) },
      file: files.get(hash)?.file ?? null,
    }))
    return { bans, total }
  }

  /** Stored files that look like this one, nearest first. None if its likeness says nothing. */
  async near(hash: string): Promise<AnswerOf<typeof listNearFiles>> {
    const { store, catalogue } = this.#parts
    const likeness = await store.likenessOf(hash)
    if (!isTelling(likeness)) return { files: [], comparable: false, finished: true }
    const { near, finished } = await store.near(likeness, { within: shownWithin, limit: shownMax + 1 })
    const others = near.filter(other => other.hash !== hash)
    const files = await catalogue.named(others.map(other => other.hash))
    const shown = others.flatMap(other => {
      const file = files.get(other.hash)
      return file ? [{ ...file, distance: other.distance, refused: other.distance <= refusedWithin }] : []
    })
    return { files: shown, comparable: true, finished }
  }

  async #note(entries: readonly AuditEntry[]): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChanges(tx, entries))
  }
}
