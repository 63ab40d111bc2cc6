import type { AuditAction } from '@hornets/contract/admin'
import {
  deleteEvents,
  type EventJob,
  eventTrashDays,
  stopEventJob,
  undoEventJob,
} from '@hornets/contract/admin/events/changes'
import { eventMessages } from '@hornets/contract/admin/events/event-messages'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { idsIn } from '../events/event-name.ts'
import type { EventStore } from '../events/event-store.ts'
import type { Filter } from '../events/filter.ts'
import { inTurn } from '../events/in-turn.ts'
import { JobLine } from '../jobs/job-line.ts'
import { consoleScopeOf } from '../policy/read-policy.ts'
import type { EventJobRow, EventJobsStore } from './event-jobs-store.ts'

export interface EventJobsParts {
  readonly jobs: EventJobsStore
  readonly events: Pick<
    EventStore,
    'measure' | 'names' | 'mark' | 'trash' | 'restoreTrashed' | 'trashedBy' | 'emptyTrash'
  >
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

type Selection = { readonly filter: Filter; readonly role: Role; readonly upTo: number } | { readonly job: number }

const runningMax = 10
const eventsAtOnce = 200
/** On a slow machine a part took 0.7 s, and with a rest of 2 s others stored a fifth less. */
const restMsMax = 30_000
const lookEveryMs = 60_000
const trashSeconds = eventTrashDays * 86_400

/** Deletes and restores events in parts that leave time for everyone else, one job at a time. */
export class EventJobsService {
  readonly #parts: EventJobsParts
  readonly #line = new JobLine()
  readonly #emptying: Round<void>

  constructor(parts: EventJobsParts) {
    this.#parts = parts
    const work = () => this.#parts.events.emptyTrash(this.#seconds() - trashSeconds)
    this.#emptying = parts.rounds.open({ name: 'deleted_events', everyMs: lookEveryMs, work })
  }

  async resume(): Promise<void> {
    const { jobs, events } = this.#parts
    for (const row of await jobs.running()) {
      if (row.action === 'delete') await jobs.correct(row.id, await events.trashedBy(row.id))
      this.#enqueue(row)
    }
  }

  /** Throws ApiError('conflict') if nothing matches or too many jobs are running. */
  async delete(filter: Filter, role: Role, actor: Actor): Promise<EventJob> {
    const { events } = this.#parts
    const { count, isAll } = await events.measure([filter], { scope: consoleScopeOf(role) })
    if (count === 0 && isAll) throw new ApiError('conflict', eventMessages.nothingFound)
    return this.#begin('delete', { filter, role, upTo: events.mark() }, count, actor)
  }

  /** Throws ApiError('not_found'), or ApiError('conflict') if nothing is left in the trash. */
  async undo(id: number, role: Role, actor: Actor): Promise<EventJob> {
    const row = await this.#find(id)
    const selection = JSON.parse(row.selection) as Selection
    // Who cannot see what an owner deleted cannot bring it back either.
    if ('role' in selection && !isAtLeast(role, selection.role))
      throw new ApiError('not_found', eventMessages.jobUnknown)
    if (row.state === 'running') await this.#stop(row)
    const left = row.action === 'delete' ? await this.#parts.events.trashedBy(id) : 0
    if (left === 0) throw new ApiError('conflict', eventMessages.nothingToUndo)
    return this.#begin('restore', { job: id }, left, actor)
  }

  /** Throws ApiError('not_found'), or ApiError('conflict') if it has ended. */
  async stop(id: number, actor: Actor): Promise<EventJob> {
    const row = await this.#find(id)
    if (row.state !== 'running') throw new ApiError('conflict', eventMessages.jobEnded)
    await this.#stop(row)
    const job = this.#tell(await this.#find(id))
    await this.#note(actor, stopEventJob.audit, id, { done: job.done })
    return job
  }

  async latest(): Promise<EventJob[]> {
    return (await this.#parts.jobs.latest()).map(row => this.#tell(row))
  }

  async close(): Promise<void> {
    await this.#emptying.close()
    await this.#line.close()
  }

  settled(): Promise<void> {
    return this.#line.settled()
  }

  async #begin(action: EventJob['action'], selection: Selection, count: number, actor: Actor): Promise<EventJob> {
    const { jobs } = this.#parts
    if ((await jobs.running()).length >= runningMax) throw new ApiError('conflict', eventMessages.tooManyJobs)
    const facts = { action, selection: JSON.stringify(selection), events: count }
    const id = await jobs.add({ ...facts, began_at: this.#seconds(), by: actor.pubkey })
    const what = 'filter' in selection ? summaryOf(selection.filter) : selection
    await this.#note(actor, action === 'delete' ? deleteEvents.audit : undoEventJob.audit, id, {
      events: count,
      ...what,
    })
    const row = await this.#find(id)
    this.#enqueue(row)
    return this.#tell(row)
  }

  async #stop({ id }: EventJobRow): Promise<void> {
    this.#line.end(id)
    await this.#parts.jobs.end(id, 'stopped', this.#seconds())
  }

  #enqueue(row: EventJobRow): void {
    this.#line.add(row.id, signal => this.#run(row, signal))
  }

  async #run(row: EventJobRow, signal: AbortSignal): Promise<void> {
    const { jobs, logger } = this.#parts
    try {
      const selection = JSON.parse(row.selection) as Selection
      if ('job' in selection) await this.#restore(row.id, selection.job, signal)
      else await this.#delete(row, selection, signal)
      if (!signal.aborted) await jobs.end(row.id, 'done', this.#seconds())
    } catch (err) {
      if (signal.aborted) return
      logger.error({ err, job: row.id }, 'a job on events failed')
      await jobs.end(row.id, 'failed', this.#seconds()).catch(() => {})
    }
  }

  async #delete(
    row: EventJobRow,
    selection: Extract<Selection, { filter: Filter }>,
    signal: AbortSignal,
  ): Promise<void> {
    const { jobs, events } = this.#parts
    const { filter, role, upTo } = selection
    const wanted = filter.limit === undefined ? filter : { ...filter, limit: Math.max(0, filter.limit - row.done) }
    const names = events.names([wanted], { scope: consoleScopeOf(role), upTo, time: 'unlimited', signal })
    for await (const batch of { [Symbol.asyncIterator]: () => names }) {
      const ids = idsIn(batch)
      for (let from = 0; from < ids.length && !signal.aborted; from += eventsAtOnce) {
        await inTurn(
          events,
          signal,
          async () => {
            const done = await events.trash(ids.slice(from, from + eventsAtOnce), row.id)
            await jobs.progress(row.id, { done, refused: 0, of: null })
            return 0
          },
          restMsMax,
        )
      }
      if (signal.aborted) return
    }
  }

  async #restore(id: number, of: number, signal: AbortSignal): Promise<void> {
    const { jobs, events } = this.#parts
    for (let left = true; left && !signal.aborted; ) {
      await inTurn(
        events,
        signal,
        async () => {
          const { restored, refused } = await events.restoreTrashed(of, eventsAtOnce)
          left = restored + refused > 0
          await jobs.progress(id, { done: restored, refused, of })
          return restored
        },
        restMsMax,
      )
    }
  }

  async #note(actor: Actor, action: AuditAction, id: number, after: unknown): Promise<void> {
    const { audit, adminDatabase } = this.#parts
    await adminDatabase.transact(tx => audit.recordChange(tx, { actor, action, target: `job ${id}`, after }))
  }

  async #find(id: number): Promise<EventJobRow> {
    const row = await this.#parts.jobs.find(id)
    if (!row) throw new ApiError('not_found', eventMessages.jobUnknown)
    return row
  }

  #tell(row: EventJobRow): EventJob {
    const { id, action, state, events, done, refused, taken_back, began_at, ended_at, by } = row
    const isKept = (ended_at ?? began_at) > this.#seconds() - trashSeconds
    return {
      id,
      events,
      done,
      refused,
      by,
      action: action as EventJob['action'],
      state: state as EventJob['state'],
      undoable: action === 'delete' && isKept ? Math.max(0, done - taken_back) : 0,
      began_at: toTimestamp(began_at * 1000),
      ended_at: ended_at === null ? null : toTimestamp(ended_at * 1000),
    }
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

function summaryOf({ ids, ...filter }: Filter): object {
  return { ...(ids && { ids: ids.length }), ...(Object.keys(filter).length > 0 && { filter }) }
}
