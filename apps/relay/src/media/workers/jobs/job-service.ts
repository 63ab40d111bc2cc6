import { setImmediate as turn } from 'node:timers/promises'
import type { AuditAction } from '@hornets/contract/admin'
import {
  type FileJob,
  type FileJobAction,
  purgeFiles,
  startFileJob,
  stopFileJob,
} from '@hornets/contract/admin/files/file-changes'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { moveFiles } from '@hornets/contract/admin/files/file-stores'
import type { StoreName } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import { JobLine } from '../../../jobs/job-line.ts'
import type { FileIndex } from '../../library/files/file-index.ts'
import type { MediaService } from '../../library/media-service.ts'
import { assertShared } from '../../library/stores/assert-shared.ts'
import type { FileMover } from '../placement/file-mover.ts'
import type { JobRow, JobStore } from './job-store.ts'
import { amountOf, hashesOf, type JobSelection, type MoveSelection, type SelectionParts } from './selection.ts'

export interface JobParts extends SelectionParts {
  readonly hasStandby?: boolean
  readonly jobs: JobStore
  readonly index: Pick<FileIndex, 'trash' | 'restore'>
  readonly service: Pick<MediaService, 'purge'>
  readonly mover: Pick<FileMover, 'amount' | 'waiting' | 'move'>
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
  move: moveFiles.audit,
}

/** One job at a time, in small steps. A move, which can take days, runs beside the others. */
export class FileJobs {
  readonly #parts: JobParts
  readonly #edits = new JobLine()
  readonly #moves = new JobLine()

  constructor(parts: JobParts) {
    this.#parts = parts
  }

  async resume(): Promise<void> {
    for (const row of await this.#parts.jobs.running()) this.#enqueue(row)
  }

  /** Throws ApiError('conflict') if nothing matches or too many jobs are running. */
  async start(action: Exclude<FileJobAction, 'move'>, selection: JobSelection, actor: Actor): Promise<FileJob> {
    const { jobs } = this.#parts
    if ((await jobs.running()).length >= runningMax) throw new ApiError('conflict', fileMessages.tooManyJobs)
    return this.#begin(action, selection, await amountOf(this.#parts, selection, action), actor)
  }

  /** Throws ApiError('conflict') if all files are there already, or a move is running. */
  async move(to: StoreName, actor: Actor): Promise<FileJob> {
    const { jobs, mover } = this.#parts
    assertShared(to, this.#parts.hasStandby)
    if ((await jobs.running()).some(({ action }) => action === 'move'))
      throw new ApiError('conflict', fileMessages.moveRunning)
    return this.#begin('move', { to }, await mover.amount(to), actor)
  }

  async #begin(
    action: FileJobAction,
    selection: JobSelection | MoveSelection,
    amount: { files: number; bytes: number },
    actor: Actor,
  ): Promise<FileJob> {
    const { jobs, now } = this.#parts
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
    this.#lineOf(row).end(id)
    await this.#parts.jobs.end(id, 'stopped', Math.floor(this.#parts.now() / 1000))
    return this.#tell(await this.#find(id))
  }

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
    await Promise.all([this.#edits.close(), this.#moves.close()])
  }

  async settled(): Promise<void> {
    await Promise.all([this.#edits.settled(), this.#moves.settled()])
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
    this.#lineOf(row).add(row.id, signal => this.#run(row, signal))
  }

  #lineOf({ action }: JobRow): JobLine {
    return action === 'move' ? this.#moves : this.#edits
  }

  async #run(row: JobRow, signal: AbortSignal): Promise<void> {
    const { jobs, now, logger, onProgress } = this.#parts
    try {
      for await (const done of row.action === 'move' ? this.#movesOf(row, signal) : this.#actsOf(row)) {
        await jobs.progress(row.id, done.files, done.bytes)
        onProgress()
        await turn()
        if (signal.aborted) return
      }
      if (!signal.aborted) await jobs.end(row.id, 'done', Math.floor(now() / 1000))
    } catch (error) {
      if (signal.aborted) return
      logger.error({ err: error, job: row.id }, 'a file job failed')
      await jobs.end(row.id, 'failed', Math.floor(now() / 1000)).catch(() => {})
    } finally {
      onProgress()
    }
  }

  async *#movesOf({ selection }: JobRow, signal: AbortSignal): AsyncGenerator<Amount> {
    const { to } = JSON.parse(selection) as MoveSelection
    for await (const hashes of this.#parts.mover.waiting(to)) {
      const done = { files: 0, bytes: 0 }
      for (const hash of hashes) {
        if (signal.aborted) return
        const bytes = await this.#parts.mover.move(hash, to, signal)
        if (bytes === null) continue
        done.files += 1
        done.bytes += bytes
      }
      yield done
    }
  }

  async *#actsOf(row: JobRow): AsyncGenerator<Amount> {
    const action = row.action as Exclude<FileJobAction, 'move'>
    const selection = JSON.parse(row.selection) as JobSelection
    for await (const hashes of hashesOf(this.#parts, selection, { action, until: row.began_at }))
      yield await this.#act(action, hashes, row)
  }

  async #act(action: Exclude<FileJobAction, 'move'>, hashes: readonly string[], { id, by }: JobRow): Promise<Amount> {
    const { index, service, now } = this.#parts
    if (action === 'purge') return service.purge(hashes)
    const at = Math.floor(now() / 1000)
    const files = action === 'trash' ? await index.trash(hashes, { at, job: id, by }) : await index.restore(hashes)
    return { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) }
  }
}

interface Amount {
  readonly files: number
  readonly bytes: number
}

/** For the audit log: the number of hashes, filters as they are. */
function summaryOf(selection: JobSelection | MoveSelection): unknown {
  return 'hashes' in selection ? { hashes: selection.hashes.length } : selection
}

function toWire(row: JobRow, undoable: number): FileJob {
  return {
    id: row.id,
    action: row.action as FileJobAction,
    state: row.state as FileJob['state'],
    files: row.files,
    bytes: row.bytes,
    filesDone: row.files_done,
    bytesDone: row.bytes_done,
    beganAt: toTimestamp(row.began_at * 1000),
    endedAt: row.ended_at === null ? null : toTimestamp(row.ended_at * 1000),
    undoable,
    by: row.by,
  }
}
