import type { AuditAction } from '@hornets/contract/admin'
import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import {
  importEvents,
  resumeTransfer,
  stopTransfer,
  syncEvents,
  type Transfer,
  transferKeptDays,
} from '@hornets/contract/admin/events/transfers'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { type EventStore, EventStoreFull } from '../events/event-store.ts'
import { inTurn } from '../events/in-turn.ts'
import { JobLine } from '../jobs/job-line.ts'
import { leftOutOf, TransferAccount, thingsOf } from './account.ts'
import type { CopyPlan } from './copy/copy-plan.ts'
import type { EventCopy } from './copy/event-copy.ts'
import type { EventImport, ImportPlan } from './import/event-import.ts'
import type { ImportFiles, ReceivedFile } from './import/import-files.ts'
import type { MoveRunner } from './move-runner.ts'
import type { TransferRow, TransfersStore } from './transfers-store.ts'

export interface TransfersParts {
  readonly store: TransfersStore
  readonly files: ImportFiles
  readonly imports: EventImport
  readonly copies: EventCopy
  readonly moves: MoveRunner
  readonly events: Pick<EventStore, 'mark'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly now: Clock
  readonly logger: Logger
}

const runningMax = 10
const keptSeconds = transferKeptDays * 86_400

/** Imports and copies of events, one after the other, continued after a restart. */
export class TransfersService {
  readonly #parts: TransfersParts
  readonly #line = new JobLine()

  constructor(parts: TransfersParts) {
    this.#parts = parts
  }

  async open(): Promise<void> {
    const { store, files } = this.#parts
    const unfinished = await store.unfinished(this.#seconds() - keptSeconds)
    await files.keepOnly(new Set(unfinished.map(fileOf).filter(file => file !== null)))
    for (const row of unfinished) if (row.state === 'running') this.#enqueue(row)
  }

  async notice(): Promise<void> {
    for (const row of await this.#parts.store.running()) if (!this.#line.has(row.id)) this.#enqueue(row)
  }

  /** Throws ApiError('conflict') if too many are running. */
  async import(file: ReceivedFile, options: { name: string; rules: boolean }, actor: Actor): Promise<Transfer> {
    const plan: ImportPlan = { file: file.name, rules: options.rules }
    return this.#begin({ kind: 'import', source: options.name, plan, total: file.bytes }, importEvents.audit, actor)
  }

  /** Throws ApiError('conflict') if too many are running. */
  async copy(plan: CopyPlan, actor: Actor): Promise<Transfer> {
    return this.#begin({ kind: 'copy', source: plan.url, plan, total: null }, syncEvents.audit, actor)
  }

  /** `noted`: what of the plan the log may have. Throws ApiError('conflict') if too many are running. */
  async move(plan: { readonly url: string }, noted: object, action: AuditAction, actor: Actor): Promise<Transfer> {
    return this.#begin({ kind: 'move', source: plan.url, plan, total: null }, action, actor, noted)
  }

  async find(id: number): Promise<Transfer | undefined> {
    const row = await this.#parts.store.find(id)
    return row && this.#tell(row)
  }

  /** Throws ApiError('not_found'), or ApiError('conflict') if it has ended. */
  async stop(id: number, actor: Actor): Promise<Transfer> {
    if ((await this.#find(id)).state !== 'running') throw new ApiError('conflict', transferMessages.ended)
    this.#line.end(id)
    await this.#parts.store.end(id, 'stopped', { at: this.#seconds(), error: null })
    const row = await this.#find(id)
    await this.#note(actor, stopTransfer.audit, id, { stored: row.stored })
    return this.#tell(row)
  }

  /** Throws ApiError('not_found') or ApiError('conflict'). */
  async resume(id: number, actor: Actor): Promise<Transfer> {
    const { store } = this.#parts
    const isKept = this.#isResumable(await this.#find(id))
    if (!isKept || !(await store.resume(id))) throw new ApiError('conflict', transferMessages.notResumable)
    await this.#note(actor, resumeTransfer.audit, id, {})
    const row = await this.#find(id)
    this.#enqueue(row)
    return this.#tell(row)
  }

  async latest(): Promise<Transfer[]> {
    return (await this.#parts.store.latest()).map(row => this.#tell(row))
  }

  close(): Promise<void> {
    return this.#line.close()
  }

  settled(): Promise<void> {
    return this.#line.settled()
  }

  async #begin(
    job: { kind: Transfer['kind']; source: string; plan: object; total: number | null },
    action: AuditAction,
    actor: Actor,
    noted: object = job.plan,
  ): Promise<Transfer> {
    const { store } = this.#parts
    if ((await store.running()).length >= runningMax) throw new ApiError('conflict', transferMessages.tooMany)
    const facts = { ...job, plan: JSON.stringify(job.plan), began_at: this.#seconds(), by: actor.pubkey }
    const row = await store.add(facts)
    await this.#note(actor, action, row.id, { source: job.source, ...noted })
    this.#enqueue(row)
    return this.#tell(row)
  }

  #enqueue(row: TransferRow): void {
    this.#line.add(row.id, signal => this.#run(row.id, signal))
  }

  async #run(id: number, signal: AbortSignal): Promise<void> {
    const { store, files, imports, copies, moves, events, logger } = this.#parts
    const end = (state: Transfer['state'], error: string | null = null) =>
      store.end(id, state, { at: this.#seconds(), error })
    try {
      if (signal.aborted) return
      // Read anew: it may have been stopped and resumed while it waited.
      const row = await this.#find(id)
      if (row.state !== 'running') return
      const account = new TransferAccount(row)
      const run = {
        account,
        by: row.by,
        signal,
        inTurn: (work: () => Promise<number>) => inTurn(events, signal, work),
        save: () => store.progress(id, account.progress),
      }
      const plan: unknown = JSON.parse(row.plan)
      if (row.kind === 'move') await moves.run(run, plan as object, { copies, files })
      else if (row.kind === 'copy') await copies.run(run, plan as CopyPlan)
      else await imports.run(run, plan as ImportPlan)
      if (signal.aborted) return
      await end('done')
      if (row.kind === 'move') await store.replan(id, JSON.stringify({ ...(plan as object), token: null }))
      const file = fileOf(row)
      if (file !== null) await files.remove(file)
    } catch (err) {
      if (signal.aborted) return
      logger.error({ err, transfer: id }, 'a transfer of events failed')
      await end('failed', wordsFor(err)).catch(() => {})
    }
  }

  async #note(actor: Actor, action: AuditAction, id: number, after: unknown): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChange(tx, { actor, action, target: `transfer ${id}`, after }))
  }

  async #find(id: number): Promise<TransferRow> {
    const row = await this.#parts.store.find(id)
    if (!row) throw new ApiError('not_found', transferMessages.unknown)
    return row
  }

  #isResumable({ state, ended_at }: TransferRow): boolean {
    const isUnfinished = state === 'stopped' || state === 'failed'
    return isUnfinished && (ended_at ?? 0) > this.#seconds() - keptSeconds
  }

  #tell(row: TransferRow): Transfer {
    const { id, kind, state, source, total, done, stored, sent, error, began_at, ended_at, by } = row
    return {
      id,
      source,
      total,
      done,
      stored,
      sent,
      error,
      by,
      kind: kind as Transfer['kind'],
      state: state as Transfer['state'],
      direction: (JSON.parse(row.plan) as Partial<CopyPlan>).direction ?? null,
      left_out: leftOutOf(row),
      things: thingsOf(row),
      resumable: this.#isResumable(row),
      began_at: toTimestamp(began_at * 1000),
      ended_at: ended_at === null ? null : toTimestamp(ended_at * 1000),
    }
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

function fileOf({ plan }: TransferRow): string | null {
  return (JSON.parse(plan) as Partial<ImportPlan>).file ?? null
}

function wordsFor(error: unknown): string {
  if (error instanceof EventStoreFull) return transferMessages.storeFull
  return error instanceof ApiError ? error.message : transferMessages.failed
}
