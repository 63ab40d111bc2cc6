import type { AuditAction } from '@hornets/contract/admin'
import { importEvents, syncEvents, type Transfer } from '@hornets/contract/admin/events/transfers'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { leftOutOf, thingsOf } from './account.ts'
import type { CopyPlan } from './copy/copy-plan.ts'
import type { ImportPlan } from './import/event-import.ts'
import type { ImportFiles } from './import/import-files.ts'
import type { TransferRow, TransfersStore } from './transfers-store.ts'

export interface TransfersByCommandParts {
  readonly store: TransfersStore
  readonly files: ImportFiles
  readonly database: AdminDatabase
  readonly audit: AuditLog
}

/** Imports and copies that an admin begins on the server: a running relay takes them up within seconds. */
export class TransfersByCommand {
  readonly #parts: TransfersByCommandParts

  constructor(parts: TransfersByCommandParts) {
    this.#parts = parts
  }

  async import(content: AsyncIterable<Uint8Array>, source: string): Promise<TransferRow> {
    const { name, bytes } = await this.#parts.files.receive(content)
    const plan: ImportPlan = { file: name, rules: false }
    return this.#begin({ kind: 'import', source, plan, total: bytes }, importEvents.audit)
  }

  async copyFrom(url: string): Promise<TransferRow> {
    const plan: CopyPlan = { url, direction: 'pull', filter: {}, role: 'owner' }
    return this.#begin({ kind: 'copy', source: url, plan, total: null }, syncEvents.audit)
  }

  async receive(content: AsyncIterable<Uint8Array>): Promise<string> {
    return (await this.#parts.files.receive(content)).name
  }

  /** `noted`: what of the plan the log may have. */
  async move(plan: { readonly url: string }, noted: object, action: AuditAction): Promise<TransferRow> {
    return this.#begin({ kind: 'move', source: plan.url, plan, total: null }, action, noted)
  }

  async find(
    id: number,
  ): Promise<(TransferRow & Pick<Transfer, 'things'> & { readonly leftOut: Transfer['left_out'] }) | undefined> {
    const row = await this.#parts.store.find(id)
    return row && { ...row, leftOut: leftOutOf(row), things: thingsOf(row) }
  }

  async #begin(
    job: { kind: Transfer['kind']; source: string; plan: object; total: number | null },
    action: AuditAction,
    noted: object = {},
  ): Promise<TransferRow> {
    const { store, database, audit } = this.#parts
    const began_at = Math.floor(Date.now() / 1000)
    const row = await store.add({ ...job, plan: JSON.stringify(job.plan), began_at, by: null })
    const entry = { actor: atTheServer, action, target: `transfer ${row.id}`, after: { source: job.source, ...noted } }
    await database.transact(tx => audit.recordChange(tx, entry))
    return row
  }
}
