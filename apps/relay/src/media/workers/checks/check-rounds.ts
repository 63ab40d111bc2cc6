import { checkFiles, findingsShown } from '@hornets/contract/admin/files/file-checks'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { type StoreName, storeNames } from '@hornets/contract/admin/files/store-names'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Round, Rounds } from '@hornets/server/rounds'
import type { Actor, AuditLog } from '../../../audit/audit-log.ts'
import type { AdminDatabase } from '../../../database/admin-database.ts'
import type { CheckStore, RoundRow } from '../../library/files/check-store.ts'
import type { FileStores } from '../../library/stores/file-stores.ts'
import { FileChecker } from './file-checker.ts'
import { Pace, type PaceOptions } from './pace.ts'

export interface CheckRoundsParts {
  readonly checks: CheckStore
  readonly stores: Pick<FileStores, 'of' | 'disk'>
  readonly audit: AuditLog
  readonly adminDatabase: AdminDatabase
  readonly linkTo: (hash: string) => string
  /** Called when a round begins or ends and when findings change, not for each file. */
  readonly onChange: () => void
  readonly now: Clock
  readonly rounds: Rounds
  readonly logger: Logger
  readonly pace?: PaceOptions | undefined
}

/** A terabyte takes a day and a half; a small file at most a twentieth of a second. */
const usualPace: PaceOptions = { bytesPerSecond: 8 * 2 ** 20, restMs: 50 }
const lookEveryMs = 60_000
const roundDays = 30
const roundSeconds = roundDays * 86_400

/** One file at a time, the one checked the longest ago first; stores that cannot be reached are waited for. */
export class CheckRounds {
  readonly #parts: CheckRoundsParts
  readonly #pace: Pace
  readonly #checker: FileChecker
  readonly #round: Round<void>
  readonly #closing = new AbortController()
  #waitsFor: readonly StoreName[] = []

  constructor(parts: CheckRoundsParts) {
    this.#parts = parts
    this.#pace = new Pace(parts.pace ?? usualPace)
    this.#checker = new FileChecker(parts.stores, this.#pace)
    this.#round = parts.rounds.open({
      name: 'file_checks',
      everyMs: lookEveryMs,
      isLong: true,
      work: () => this.#continue(),
    })
  }

  look(): Promise<void> {
    return this.#round.run()
  }

  /** Begins a round now. Throws ApiError('conflict') if one is running. */
  async begin(actor: Actor) {
    const { checks, audit, adminDatabase } = this.#parts
    await this.#begin()
    const round = await checks.lastRound()
    if (!round) throw new Error('a round that was just begun is not there')
    const { files, bytes } = round
    await adminDatabase.transact(tx =>
      audit.recordChange(tx, { actor, action: checkFiles.audit, target: `round ${round.id}`, after: { files, bytes } }),
    )
    void this.look().then(() => this.look())
    return { round: toWire(round) }
  }

  async show() {
    const { checks, linkTo } = this.#parts
    const [round, findings, total] = await Promise.all([
      checks.lastRound(),
      checks.findings(findingsShown),
      checks.countFindings(),
    ])
    const isOver = round !== undefined && round.ended_at !== null
    return {
      round: round ? toWire(round) : null,
      nextAt: isOver ? toTimestamp((round.began_at + roundSeconds) * 1000) : null,
      waitsFor: isOver ? [] : [...this.#waitsFor],
      bytesPerSecond: this.#pace.bytesPerSecond,
      findings: findings.map(({ foundAt, ...row }) => ({
        ...row,
        foundAt: toTimestamp(foundAt * 1000),
        link: row.what === 'damaged' ? linkTo(row.hash) : null,
      })),
      total,
    }
  }

  countFindings(): Promise<number> {
    return this.#parts.checks.countFindings()
  }

  /** Resolves when nothing is read any more; an unfinished round continues after the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#round.close()
  }

  #seconds(): number {
    return Math.floor(this.#parts.now() / 1000)
  }

  async #begin(): Promise<void> {
    const { checks, onChange } = this.#parts
    const last = await checks.lastRound()
    if (last && last.ended_at === null) throw new ApiError('conflict', fileMessages.checkRunning)
    // After everything that the last one checked, even in the same second.
    await checks.begin(Math.max(this.#seconds(), last ? last.began_at + 1 : 0))
    onChange()
  }

  async #continue(): Promise<void> {
    const { checks, onChange, logger } = this.#parts
    const last = await checks.lastRound()
    if (!last || (last.ended_at !== null && this.#seconds() - last.began_at >= roundSeconds)) await this.#begin()
    const round = await checks.lastRound()
    if (!round || round.ended_at !== null) return
    const waitsFor: StoreName[] = []
    for (const store of storeNames) if (!(await this.#checkAll(store, round))) waitsFor.push(store)
    this.#waitsFor = waitsFor
    if (waitsFor.length > 0) return
    await checks.end(round.id, this.#seconds())
    const findings = await checks.countFindings()
    logger[findings > 0 ? 'error' : 'info']({ findings }, 'all stored files were checked')
    onChange()
  }

  async #checkAll(store: StoreName, round: RoundRow): Promise<boolean> {
    const { checks, onChange, logger } = this.#parts
    const { signal } = this.#closing
    for (;;) {
      const file = await checks.due(store, round.began_at)
      if (!file) return true
      signal.throwIfAborted()
      try {
        const found = await this.#checker.check(file.hash, store, signal)
        if (found) logger.error({ hash: file.hash, store, found }, 'a stored file is missing or damaged')
        if (await checks.note(round, file, { store, found, at: this.#seconds() })) onChange()
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'unavailable')) throw error
        logger.warn({ err: error, store }, 'the check of stored files waits for a store')
        return false
      }
    }
  }
}

const toWire = ({ began_at, ended_at, files, bytes, files_done, bytes_done }: RoundRow) => ({
  beganAt: toTimestamp(began_at * 1000),
  endedAt: ended_at === null ? null : toTimestamp(ended_at * 1000),
  files,
  bytes,
  filesDone: files_done,
  bytesDone: bytes_done,
})
