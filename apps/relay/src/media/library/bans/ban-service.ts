import type { AnswerOf, BodyOf, QueryOf } from '@hornets/contract'
import { banFiles, type listFileBans, type listNearFiles, unbanFile } from '@hornets/contract/admin/files/file-bans'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditEntry, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { FileCatalogue } from '../catalogue/catalogue-service.ts'
import type { FileIndex } from '../files/file-index.ts'
import type { ImagePrints } from '../similarity/print-service.ts'
import type { PrintStore } from '../similarity/print-store.ts'
import type { BanGuard } from './ban-guard.ts'
import type { BanStore } from './ban-store.ts'

export interface FileBansParts {
  readonly store: BanStore
  readonly guard: Pick<BanGuard, 'readAgain'>
  readonly prints: Pick<ImagePrints, 'bannedPrintsOf' | 'near' | 'progress'>
  readonly printRows: Pick<PrintStore, 'putBanned'>
  readonly index: Pick<FileIndex, 'ban'>
  readonly catalogue: Pick<FileCatalogue, 'named'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly onChange: () => void
  readonly onBans: () => void
  readonly now: Clock
}

const shownMax = 60

export class FileBans {
  readonly #parts: FileBansParts

  constructor(parts: FileBansParts) {
    this.#parts = parts
  }

  /** All or none. `near`: its near copies are refused too. Throws ApiError('conflict') if it cannot be compared. */
  async ban({ hashes, reason, near }: BodyOf<typeof banFiles>, actor: Actor): Promise<AnswerOf<typeof banFiles>> {
    const { guard, index, prints, printRows, now } = this.#parts
    const shown = near === undefined ? null : await prints.bannedPrintsOf(near)
    if (near !== undefined && !shown) throw new ApiError('conflict', fileMessages.notComparable)
    const at = Math.floor(now() / 1000)
    const named = new Set(near === undefined ? hashes : [...hashes, near])
    const bans = [...named].map(hash => ({ hash, reason, at, by: actor.pubkey, alike: hash === near ? 1 : 0 }))
    const deleted = await index.ban(bans)
    if (near !== undefined && shown) await printRows.putBanned(near, shown)
    await guard.readAgain()
    const sizes = new Map(deleted.map(({ hash, mime, bytes }) => [hash, { mime, bytes }]))
    const entries = bans.map(ban => ({
      actor,
      action: banFiles.audit,
      target: ban.hash,
      after: { reason, alike: ban.alike === 1, ...sizes.get(ban.hash) },
    }))
    this.#parts.onBans()
    await this.#note(entries)
    return { banned: bans.length, deleted: deleted.length }
  }

  /** What was deleted stays in the trash. Throws ApiError('not_found'). */
  async unban(hash: string, actor: Actor): Promise<void> {
    const { store, guard, onChange, onBans } = this.#parts
    if (!(await store.remove(hash))) throw new ApiError('not_found', fileMessages.notBanned)
    await guard.readAgain()
    onChange()
    onBans()
    await this.#note([{ actor, action: unbanFile.audit, target: hash }])
  }

  async list(asked: QueryOf<typeof listFileBans>): Promise<AnswerOf<typeof listFileBans>> {
    const { rows, total } = await this.#parts.store.page(asked)
    const files = await this.#parts.catalogue.named(rows.map(({ hash }) => hash))
    const bans = rows.map(({ hash, alike, reason, at, by }) => ({
      hash,
      reason,
      by,
      alike: alike === 1,
      at: toTimestamp(at * 1000),
      file: files.get(hash)?.file ?? null,
    }))
    return { bans, total }
  }

  /** Stored files that a ban of this one would refuse, and others that are near. None if it cannot be compared. */
  async near(hash: string): Promise<AnswerOf<typeof listNearFiles>> {
    const { prints, catalogue } = this.#parts
    const [own, progress] = [await prints.bannedPrintsOf(hash), await prints.progress()]
    if (!own) return { files: [], comparable: false, total: 0, refused: 0, ...progress }
    const near = await prints.near(hash, own)
    const listed = near.slice(0, shownMax)
    const files = await catalogue.named(listed.map(other => other.hash))
    const shown = listed.flatMap(other => {
      const file = files.get(other.hash)
      return file ? [{ ...file, distance: other.distance, refused: other.isSame }] : []
    })
    const refused = near.filter(({ isSame }) => isSame).length
    return { files: shown, comparable: true, total: near.length, refused, ...progress }
  }

  async #note(entries: readonly AuditEntry[]): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChanges(tx, entries))
  }
}
