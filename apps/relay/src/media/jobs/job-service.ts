import { setImmediate as turn } from 'node:timers/promises'
import type { AuditAction } from '@hornets/contract/admin'
import {
  type FileJob,
  type FileJobAction,
  purgeFiles,
  startFileJob,
  stopFileJob,
} from '@hornets/contract/admin/file-changes'
import { fileMessages } from '@hornets/contract/admin/file-messages'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { FileIndex } from '../file-index.ts'
import type { MediaService } from '../service.ts'
import { type JobRow, type JobStore, toWire } from './job-store.ts'
import { amountOf, hashesOf, type JobSelection, type SelectionParts } from './selection.ts'

export interface JobParts extends SelectionParts {
  readonly jobs: JobStore
  readonly index: Pick<FileIndex, 'trash' | 'restore'>
  readonly service: Pick<MediaService, 'purge'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly onProgress: () => void
  readonly now: Clock
  readonly logger: Logger
}

const runningMax = 10
const actions: Readonly<Record<FileJobAction, AuditAction>> = {
  trash: startFileJob.audit.trash,
  restore: startFileJob.audit.restore,
  purge: purgeFiles.audit,
}

/** Work on many files: one job at a time, in small steps that leave time for everyone else. */
export class FileJobs {
  readonly #parts: JobParts
  readonly #turns = pLimit(1)
  readonly #stopped = new Set<number>()
  #isClosing = false

  constructor(parts: JobParts) {
    this.#parts = parts
  }

  /** Continues the jobs that were running when the relay stopped. */
  async resume(): Promise<void> {
    for (const row of await this.#parts.jobs.running()) this.#enqueue(row)
  }

  /** Throws ApiError('conflict') if nothing matches or too many jobs are running. */
  async start(action: FileJobAction, selection: JobSelection, actor: Actor): Promise<FileJob> {
    const { jobs, now } = this.#parts
    if ((await jobs.running()).length >= runningMax) throw new ApiError('conflict', fileMessages.tooManyJobs)
    const amount = await amountOf(this.#parts, selection, action)
    if (amount.files === 0) throw new ApiError('conflict', fileMessages.nothingSelected)
    const beganAt = Math.floor(now() / 1000)
    const by = actor.pubkey
    const id = await jobs.add({ action, selection: JSON.stringify(selection), ...amount, beganAt, by })
    await this.#note(actor, actions[action], `job ${id}`, { ...amount, selection: summaryOf(selection) })
    const row = await this.#find(id)
    this.#enqueue(row)
    return toWire(row, 0)
  }

  /** Restores what a job moved to the trash. Throws ApiError('not_found'), or 'conflict' if nothing is left. */
  async undo(id: number, actor: Actor): Promise<FileJob> {
    if ((await this.#find(id)).state === 'running') await this.stop(id)
    if ((await this.#parts.jobs.trashedBy(id)).files === 0) throw new ApiError('conflict', fileMessages.nothingToUndo)
    return this.start('restore', { job: id }, actor)
  }

  /** Throws ApiError('not_found'), or 'conflict' if it has ended. */
  async stop(id: number): Promise<FileJob> {
    const row = await this.#find(id)
    if (row.state !== 'running') throw new ApiError('conflict', fileMessages.jobEnded)
    this.#stopped.add(id)
    await this.#parts.jobs.end(id, 'stopped', Math.floor(this.#parts.now() / 1000))
    return this.#tell(await this.#find(id))
  }

  /** The same by an admin, recorded in the audit log. */
  async stopFor(id: number, actor: Actor): Promise<FileJob> {
    const job = await this.stop(id)
    const { filesDone, bytesDone } = job
    await this.#note(actor, stopFileJob.audit, `job ${id}`, { files: filesDone, bytes: bytesDone })
    return job
  }

  async latest(): Promise<FileJob[]> {
    return Promise.all((await this.#parts.jobs.latest()).map(row => this.#tell(row)))
  }

  async #note(actor: Actor, action: AuditAction, target: string, after: unknown): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChange(tx, { actor, action, target, after }))
  }

  /** Resolves when nothing is running; unfinished jobs continue after the next start. */
  async close(): Promise<void> {
    this.#isClosing = true
    await this.#turns(() => undefined)
  }

  /** Resolves when all started jobs have ended. */
  async settled(): Promise<void> {
    await this.#turns(() => undefined)
  }

  async #find(id: number): Promise<JobRow> {
    const row = await this.#parts.jobs.find(id)
    if (!row) throw new ApiError('not_found', fileMessages.jobUnknown)
    return row
  }

  async #tell(row: JobRow): Promise<FileJob> {
    const { files } = row.action === 'trash' ? await this.#parts.jobs.trashedBy(row.id) : { files: 0 }
    return toWire(row, files)
  }

  #enqueue(row: JobRow): void {
    void this.#turns(() => this.#run(row))
  }

  async #run(row: JobRow): Promise<void> {
    const { jobs, now, logger, onProgress } = this.#parts
    const isOver = () => this.#isClosing || this.#stopped.has(row.id)
    try {
      const action = row.action as FileJobAction
      const batches = hashesOf(this.#parts, JSON.parse(row.selection), { action, until: row.began_at })
      for await (const hashes of batches) {
        if (isOver()) return
        const done = await this.#act(action, hashes, row.id)
        await jobs.progress(row.id, done.files, done.bytes)
        onProgress()
        await turn()
      }
      if (!isOver()) await jobs.end(row.id, 'done', Math.floor(now() / 1000))
    } catch (error) {
      logger.error({ err: error, job: row.id }, 'a file job failed')
      await jobs.end(row.id, 'failed', Math.floor(now() / 1000)).catch(() => {})
    } finally {
      onProgress()
    }
  }

  async #act(action: FileJobAction, hashes: readonly string[], job: number): Promise<{ files: number; bytes: number }> {
    const { index, service, now } = this.#parts
    if (action === 'purge') return service.purge(hashes)
    const at = Math.floor(now() / 1000)
    const files = action === 'trash' ? await index.trash(hashes, { at, job }) : await index.restore(hashes)
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) }
  }
}

/** For the audit log: the number of hashes, filters as they are. */
function summaryOf(selection: JobSelection): unknown {
  return 'hashes' in selection ? { hashes: selection.hashes.length } : selection
}
