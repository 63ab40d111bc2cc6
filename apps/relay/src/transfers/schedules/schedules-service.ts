import { transferMessages } from '@hornets/contract/admin/events/transfer-messages'
import {
  type CopySchedule,
  type copyIntervals,
  removeCopySchedule,
  type Transfer,
} from '@hornets/contract/admin/events/transfers'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { CopyPlan } from '../copy/copy-plan.ts'
import type { TransfersService } from '../transfers-service.ts'
import type { ScheduleRow, SchedulesStore } from './schedules-store.ts'

export interface SchedulesParts {
  readonly schedules: SchedulesStore
  readonly transfers: TransfersService
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly rounds: Rounds
  readonly now: Clock
}

type Interval = (typeof copyIntervals)[number]

const seconds: Readonly<Record<Interval, number>> = { hour: 3600, day: 86_400 }
const schedulesMax = 20
const lookEveryMs = 5000

export class SchedulesService {
  readonly #parts: SchedulesParts
  readonly #looking: Round<void>

  constructor(parts: SchedulesParts) {
    this.#parts = parts
    this.#looking = parts.rounds.open({ name: 'event_copies', everyMs: lookEveryMs, work: () => this.round() })
  }

  /** Copies now, and then at each interval. Throws ApiError('conflict'). */
  async add(plan: CopyPlan, every: Interval, actor: Actor): Promise<Transfer> {
    const { schedules, transfers } = this.#parts
    if ((await schedules.list()).length >= schedulesMax)
      throw new ApiError('conflict', transferMessages.tooManySchedules)
    const job = await transfers.copy(plan, actor)
    const next_at = this.#seconds() + seconds[every]
    await schedules.add({ plan: JSON.stringify(plan), every, next_at, last: job.id, by: actor.pubkey })
    return job
  }

  async list(): Promise<CopySchedule[]> {
    const { schedules, transfers } = this.#parts
    return Promise.all((await schedules.list()).map(async row => tell(row, (await transfers.find(row.last)) ?? null)))
  }

  /** Throws ApiError('not_found'). */
  async remove(id: number, actor: Actor): Promise<void> {
    const { schedules, audit, adminDatabase } = this.#parts
    if (!(await schedules.remove(id))) throw new ApiError('not_found', transferMessages.scheduleUnknown)
    const entry = { actor, action: removeCopySchedule.audit, target: `schedule ${id}` }
    await adminDatabase.transact(tx => audit.recordChange(tx, entry))
  }

  async round(): Promise<void> {
    const { schedules, transfers } = this.#parts
    await transfers.notice()
    for (const row of await schedules.list()) {
      if (row.next_at > this.#seconds()) continue
      if ((await transfers.find(row.last))?.state === 'running') continue
      const { id } = await transfers.copy(JSON.parse(row.plan), { pubkey: row.by, address: null })
      const next_at = this.#seconds() + seconds[row.every as Interval]
      await schedules.begun(row.id, { next_at, last: id })
    }
  }

  async close(): Promise<void> {
    await this.#looking.close()
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }
}

function tell({ id, plan, every, next_at }: ScheduleRow, last: Transfer | null): CopySchedule {
  const { url, direction, filter } = JSON.parse(plan) as CopyPlan
  return {
    id,
    url,
    direction,
    last,
    filter: { ...filter },
    every: every as Interval,
    next_at: toTimestamp(next_at * 1000),
  }
}
