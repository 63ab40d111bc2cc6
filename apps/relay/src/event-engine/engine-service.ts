import { messages } from '@hornets/contract'
import {
  cancelCopy,
  copyEvents,
  type EventEngineState,
  switchEngine,
} from '@hornets/contract/admin/operation/event-engine'
import { eventEngineMessages } from '@hornets/contract/admin/operation/event-engine-messages'
import type { BodyOf } from '@hornets/contract/endpoint'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { copyInProcess } from './copy-process.ts'
import type { Choice } from './engine-choice.ts'
import type { EngineChoiceStore } from './engine-choice-store.ts'
import { shownPlace } from './move-engine.ts'
import type { MoveStore, StoredMove } from './move-store.ts'

export interface EngineServiceParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly choices: EngineChoiceStore
  readonly moves: MoveStore
  readonly dataDir: string
  /** EVENTS_DATABASE_URL */
  readonly given: string | undefined
  /** Ends this process, to be started again; undefined if nothing would. */
  readonly restart: (() => void) | undefined
  readonly countEvents: () => Promise<number>
  readonly isPostgresAddress: (text: string) => boolean
  readonly now: Clock
  readonly logger: Logger
}

type Input = BodyOf<typeof copyEvents>
type Progress = NonNullable<NonNullable<EventEngineState['move']>['progress']>

/** Moves the events to the other engine: copies while the relay serves, then restarts it for the rest. */
export class EngineService {
  readonly #parts: EngineServiceParts
  #copying: { readonly stop: AbortController; readonly ended: Promise<void> } | null = null
  #progress: Progress | null = null

  constructor(parts: EngineServiceParts) {
    this.#parts = parts
  }

  /** A copy that the relay's last end interrupted continues. */
  async open(): Promise<void> {
    const move = await this.#parts.moves.find()
    const choice = await this.#parts.choices.find()
    if (move?.state === 'copying' && choice) this.#copy(move, choice)
  }

  async show(): Promise<EventEngineState> {
    const { choices, moves, given, restart } = this.#parts
    const [choice, move] = [await choices.find(), await moves.find()]
    const address = given ?? choice?.address ?? null
    const engine = choice?.engine ?? (given === undefined ? 'embedded' : 'postgres')
    return {
      engine,
      place: shownPlace({ engine, address }),
      is_restart_offered: restart !== undefined,
      move: move && {
        engine: move.engine,
        place: shownPlace(move),
        state: move.state,
        began_at: toTimestamp(move.began_at),
        ended_at: move.ended_at === null ? null : toTimestamp(move.ended_at),
        events: move.events,
        error: move.error,
        progress: this.#progress,
      },
    }
  }

  /** Throws ApiError('invalid_fields') and ApiError('conflict'). */
  async copy({ engine, address: entered }: Input, actor: Actor): Promise<void> {
    const { database, audit, choices, moves, given, now } = this.#parts
    const before = await moves.find()
    if (this.#copying || before?.state === 'switching') throw new ApiError('conflict', eventEngineMessages.running)
    const choice = await choices.findOrBegin(given, now())
    if (choice.engine === engine) throw new ApiError('conflict', eventEngineMessages.alreadyThere)
    if (engine === 'embedded' && given !== undefined) {
      await database.transact(tx => choices.put(tx, { ...choice, address: given }, now()))
      throw new ApiError('conflict', eventEngineMessages.fixed)
    }
    const address = engine === 'embedded' ? choice.address : entered?.trim() || before?.address
    if (!address || !this.#parts.isPostgresAddress(address)) {
      const { addressMissing } = eventEngineMessages
      throw new ApiError('invalid_fields', addressMissing, { fields: { address: addressMissing } })
    }
    const fresh = { began_at: now(), ended_at: null, events: null, error: null }
    const move: StoredMove = { engine, address, state: 'copying', ...fresh }
    await database.transact(async tx => {
      await moves.put(tx, move)
      await audit.recordChange(tx, { actor, action: copyEvents.audit, target: shownPlace(move) })
    })
    this.#copy(move, choice)
  }

  #copy({ engine, address }: StoredMove, { owner }: Choice): void {
    const { moves, dataDir, countEvents, now, logger } = this.#parts
    const stop = new AbortController()
    this.#progress = null
    const work = async () => {
      const total = await countEvents()
      await copyInProcess(
        { dataDir, address, owner, to: engine },
        {
          signal: stop.signal,
          onProgress: (table, done) => {
            this.#progress = { table, done, total: table === 'events' ? total : 0 }
          },
        },
      )
    }
    const finish = async (state: 'copied' | 'failed', error: string | null) => {
      // When the relay ends, the copy continues after the next start.
      if (stop.signal.aborted) return
      if (error !== null) logger.warn({ reason: error }, 'the copy of the events has failed')
      await moves.change({ state, ended_at: now(), error })
    }
    const ended = work()
      .then(
        () => finish('copied', null),
        error => finish('failed', (error as Error).message),
      )
      .catch(err => logger.error({ err }, 'could not note the end of a copy'))
      .finally(() => {
        this.#copying = null
        this.#progress = null
      })
    this.#copying = { stop, ended }
  }

  /** Throws ApiError('conflict'). */
  async cancel(actor: Actor): Promise<void> {
    if (!this.#copying) throw new ApiError('conflict', eventEngineMessages.notRunning)
    await this.close()
    const { moves, now } = this.#parts
    await this.#record(cancelCopy.audit, actor)
    await moves.change({ state: 'failed', ended_at: now(), error: null })
  }

  /** Throws ApiError('conflict'). */
  async switch(actor: Actor): Promise<void> {
    const { moves, restart } = this.#parts
    if (!restart) throw new ApiError('conflict', messages.restartNotOffered)
    const move = await moves.find()
    if (move?.state !== 'copied') throw new ApiError('conflict', eventEngineMessages.notCopied)
    await this.#record(switchEngine.audit, actor)
    await moves.change({ state: 'switching', ended_at: null })
    restart()
  }

  async #record(action: typeof cancelCopy.audit | typeof switchEngine.audit, actor: Actor): Promise<void> {
    const { database, audit } = this.#parts
    await database.transact(tx => audit.recordChange(tx, { actor, action, target: '' }))
  }

  async close(): Promise<void> {
    const copying = this.#copying
    copying?.stop.abort()
    await copying?.ended
  }
}
