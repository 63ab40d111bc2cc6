import type { AnswerOf, QueryOf } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { allowSimilarFile, type listSimilarFiles } from '@hornets/contract/admin/files/similar-files'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { FileCatalogue } from '../catalogue/catalogue-service.ts'
import type { FileIndex } from '../files/file-index.ts'
import type { FileCases } from './ban-guard.ts'
import type { SimilarStore } from './similar-store.ts'

export interface SimilarFilesParts {
  readonly similar: SimilarStore
  readonly index: Pick<FileIndex, 'restore'>
  readonly catalogue: Pick<FileCatalogue, 'named'>
  readonly cases: Pick<FileCases, 'close'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly onChange: () => void
  readonly now: Clock
}

export class SimilarFiles {
  readonly #parts: SimilarFilesParts

  constructor(parts: SimilarFilesParts) {
    this.#parts = parts
  }

  async list(asked: QueryOf<typeof listSimilarFiles>): Promise<AnswerOf<typeof listSimilarFiles>> {
    const { similar, catalogue } = this.#parts
    const { rows, total } = await similar.page(asked)
    const files = await catalogue.named(rows.flatMap(({ hash, banned }) => [hash, banned]))
    const shown = rows.map(({ hash, banned, refused, distance, bytes, pubkey, at, tries, thumbnail, reason }) => ({
      hash,
      distance,
      bytes,
      uploader: pubkey,
      tries,
      refused: refused === 1,
      at: toTimestamp(at * 1000),
      thumbnail: thumbnail === null ? '' : Buffer.from(thumbnail).toString('base64'),
      file: files.get(hash)?.file ?? null,
      banned: { hash: banned, reason, file: files.get(banned)?.file ?? null },
    }))
    return { files: shown, total }
  }

  /** Also brings back what went to the trash for its looks. Throws ApiError('not_found'). */
  async allow(hash: string, actor: Actor): Promise<void> {
    if (!(await this.allowIfOpen(hash, actor))) throw new ApiError('not_found', fileMessages.notSimilar)
  }

  async allowIfOpen(hash: string, actor: Actor): Promise<boolean> {
    const { similar, index, cases, audit, adminDatabase, onChange, now } = this.#parts
    if (!(await similar.allow(hash, Math.floor(now() / 1000)))) return false
    await index.restore([hash])
    onChange()
    await adminDatabase.transact(tx => audit.recordChange(tx, { actor, action: allowSimilarFile.audit, target: hash }))
    await cases.close(hash)
    return true
  }
}
