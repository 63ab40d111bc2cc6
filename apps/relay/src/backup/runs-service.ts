import type { AuditAction } from '@hornets/contract/admin'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { type BackupState, cancelBackup, startBackup, testBackup } from '@hornets/contract/admin/settings/backup'
import { backupMessages } from '@hornets/contract/admin/settings/backup-messages'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import { type Actor, type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { BackupStore, type RunRow } from './backup-store.ts'
import { noPlan, type OpenPlan, type PlansService } from './plans-service.ts'
import { isDue, isTooOld, nextDue } from './schedule.ts'
import type { Job, JobResult } from './work/jobs.ts'
import type { Progress } from './work/make-backup.ts'

export interface RunsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly plans: PlansService
  readonly dataDir: string
  /** ACCOUNTS_DATABASE_URL */
  readonly accountsDatabase?: string | undefined
  readonly socksProxy: () => URL | undefined
  /** Disk space that stays free. */
  readonly reserveBytes: number
  readonly runJob: (
    job: Job,
    options: { readonly signal: AbortSignal; readonly onProgress: (progress: Progress) => void },
  ) => Promise<JobResult>
  readonly now: Clock
  readonly logger: Logger
}

interface Running {
  readonly cancelling: AbortController
  readonly ended: Promise<void>
  progress: Progress | null
}

const beatEveryMs = 15_000
/** A run that has been silent for so long was killed. */
const silentMs = 4 * beatEveryMs

export class RunsService {
  readonly #parts: RunsParts
  readonly #store: BackupStore
  #running: Running | undefined
  #isClosed = false

  constructor(parts: RunsParts) {
    this.#parts = parts
    this.#store = new BackupStore(parts.database.reads)
  }

  async settle(): Promise<void> {
    const end = { ended_at: this.#parts.now(), error: backupMessages.relayEnded }
    await this.#parts.database.transact(tx => this.#store.failRunning(tx, end))
  }

  async show(): Promise<BackupState> {
    const [opened, runs] = await Promise.all([this.#parts.plans.find(), this.#store.latestRuns()])
    const plan = opened?.plan ?? noPlan
    const next = nextDue(plan, this.#parts.now())
    return {
      plan,
      runs: runs.map(shown),
      progress: this.#running?.progress ?? null,
      next_at: next === null ? null : toTimestamp(next),
    }
  }

  /** Throws ApiError('conflict'). */
  async backUp(actor: Actor): Promise<void> {
    const opened = await this.#findPlan()
    await this.#begin(opened, { kind: 'backup', actor, action: startBackup.audit })
  }

  /** Throws ApiError('invalid_fields') without the key, and ApiError('conflict'). */
  async test(key: string | undefined, actor: Actor): Promise<void> {
    const opened = await this.#findPlan()
    const { encryption } = opened.plan
    if (encryption === 'recipient' && !key) {
      const fields = { key: backupMessages.keyMissing }
      throw new ApiError('invalid_fields', backupMessages.keyMissing, { fields })
    }
    await this.#begin(opened, { kind: 'test', actor, action: testBackup.audit, key: key || opened.identity })
  }

  /** Resolves when it has ended. Throws ApiError('conflict'). */
  async cancel(actor: Actor): Promise<void> {
    const running = this.#running
    if (!running) throw new ApiError('conflict', backupMessages.noneRunning)
    const { database, audit } = this.#parts
    await database.transact(tx =>
      audit.recordChange(tx, { actor, action: cancelBackup.audit, target: cancelBackup.path }),
    )
    running.cancelling.abort()
    await running.ended
  }

  async wait(): Promise<void> {
    await this.#running?.ended
  }

  async tick(): Promise<void> {
    if (!this.#running) await this.#failSilent()
    if (this.#running || this.#isClosed) return
    const opened = await this.#parts.plans.find()
    if (!opened) return
    const last = await this.#store.lastEnded('backup')
    const due = { since: opened.changedAt, now: this.#parts.now(), ...(last && { last }) }
    if (!isDue(opened.plan, due)) return
    const { ended } = await this.#begin(opened, { kind: 'backup', actor: atTheServer })
    await ended
    const made = await this.#store.lastEnded('backup')
    if (!opened.plan.tests || made?.state !== 'done' || this.#isClosed) return
    await (await this.#begin(opened, { kind: 'test', actor: atTheServer, key: opened.identity })).ended
  }

  /** `lastAt`: when the last backup was made, also by a command; null if none was. */
  async troubles(lastAt: number | null): Promise<{ isOld: boolean; hasFailed: boolean; hasFailedTest: boolean }> {
    const [opened, last, test] = await Promise.all([
      this.#parts.plans.find(),
      this.#store.lastEnded('backup'),
      this.#store.lastEnded('test'),
    ])
    return {
      isOld: lastAt !== null && isTooOld(opened?.plan ?? noPlan, lastAt, this.#parts.now()),
      hasFailed: last?.state === 'failed',
      hasFailedTest: test?.state === 'failed',
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#running?.cancelling.abort()
    await this.#running?.ended
  }

  async #failSilent(): Promise<void> {
    const { database, now } = this.#parts
    const end = { ended_at: now(), error: backupMessages.killed }
    await database.transact(tx => this.#store.failSilent(tx, now() - silentMs, end))
  }

  async #findPlan(): Promise<OpenPlan> {
    const opened = await this.#parts.plans.find()
    if (!opened) throw new ApiError('conflict', backupMessages.noPlan)
    return opened
  }

  async #begin(opened: OpenPlan, asked: Asked): Promise<Running> {
    if (this.#running || this.#isClosed) throw new ApiError('conflict', backupMessages.running)
    const { database, audit, now } = this.#parts
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    const running: Running = { cancelling: new AbortController(), ended, progress: null }
    this.#running = running
    try {
      const id = await database.transact(async tx => {
        const { actor, action, kind } = asked
        if (action) await audit.recordChange(tx, { actor, action, target: opened.plan.place })
        return this.#store.addRun(tx, { kind, state: 'running', by: actor.pubkey, began_at: now(), beat_at: now() })
      })
      void this.#run(id, opened, asked, running).finally(() => {
        this.#running = undefined
        end()
      })
    } catch (error) {
      this.#running = undefined
      end()
      throw error
    }
    return running
  }

  async #run(id: number, opened: OpenPlan, asked: Asked, running: Running): Promise<void> {
    const { signal } = running.cancelling
    const beat = () => this.#parts.database.transact(tx => this.#store.beat(tx, id, this.#parts.now())).catch(() => {})
    const beating = setInterval(() => void beat(), beatEveryMs).unref()
    const onProgress = (progress: Progress) => {
      running.progress = progress
    }
    const outcome = await this.#parts.runJob(this.#jobOf(opened, asked), { signal, onProgress }).then(
      result => outcomeOf(result),
      (error: Error): Outcome => (signal.aborted ? { state: 'cancelled' } : { state: 'failed', error: error.message }),
    )
    clearInterval(beating)
    const { database, audit, logger, now } = this.#parts
    if (outcome.state === 'failed') logger.error({ kind: asked.kind, reason: outcome.error }, 'a backup has failed')
    await database
      .transact(async tx => {
        await this.#store.endRun(tx, id, { ...outcome, ended_at: now() })
        if (outcome.state !== 'done' || asked.kind !== 'backup') return
        const { snapshot, files, bytes } = outcome
        const entry = { actor: asked.actor, action: serverActions.backup, target: opened.plan.place }
        await audit.recordChange(tx, { ...entry, after: { snapshot, files, bytes } })
      })
      .catch(err => logger.error({ err }, 'could not record a backup'))
  }

  #jobOf({ place, plan, relay, sealedKey }: OpenPlan, { kind, key = null }: Asked): Job {
    const { dataDir, accountsDatabase, reserveBytes, socksProxy } = this.#parts
    const at = { dataDir, reserveBytes, place, socksProxy: socksProxy()?.href }
    if (kind === 'test') return { kind, ...at, key }
    return { kind, ...at, accountsDatabase, recipient: plan.recipient || null, sealedKey, relay, keep: plan.keep }
  }
}

interface Asked {
  readonly kind: 'backup' | 'test'
  readonly actor: Actor
  readonly action?: AuditAction
  readonly key?: string | null
}

type Outcome = Partial<Omit<RunRow, 'id'>> & Pick<RunRow, 'state'>

function outcomeOf({ snapshot, files, bytes, differing }: JobResult): Outcome {
  const facts = { snapshot, files, bytes }
  if (differing.length === 0) return { state: 'done', ...facts }
  return { state: 'failed', ...facts, error: `${differing.length}: ${differing.slice(0, 5).join(', ')}` }
}

function shown({ kind, state, began_at, ended_at, beat_at: _, ...row }: RunRow): BackupState['runs'][number] {
  return {
    ...row,
    kind: kind as 'backup',
    state: state as 'done',
    began_at: toTimestamp(began_at),
    ended_at: ended_at === null ? null : toTimestamp(ended_at),
  }
}
