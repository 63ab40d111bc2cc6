import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import { type Round, Rounds } from '@hornets/server/rounds'
import { deletionKind, vanishKind } from '../event-kinds.ts'
import { EventStoreFull, type IncomingEvent, type SaveOutcome } from '../event-store.ts'

export interface EngineOptions {
  readonly now: () => number
  readonly log: Logger
  readonly rounds?: Rounds
  readonly hasRoom?: () => boolean
  /** Time of one query in ms, with LMDB of computing; default 2,000. */
  readonly queryMillisMax?: number
}

interface EngineWriter {
  readonly isFull: boolean
  /** Number of the last stored event whose `save` has resolved. */
  readonly lastSeq: number
  readonly lastChange: number
  save(incoming: IncomingEvent, receivedAt: number): Promise<SaveOutcome>
}

const sweepEveryMillis = 30_000
/** Changes kept after they were counted: a copy of the counters can be older than one of the events. */
const changesKept = 20_000

/** What every engine does alike: whether the disk has room, marks, listeners and the round over expired events. */
export abstract class Engine<W extends EngineWriter> {
  protected abstract readonly writer: W
  readonly #now: () => number
  readonly #hasRoom: () => boolean
  readonly #onChange: Emitter<void>
  readonly #sweeping: Round<void>

  protected constructor({ now, log, rounds, hasRoom = () => true }: EngineOptions) {
    this.#now = now
    this.#hasRoom = hasRoom
    this.#onChange = new Emitter(err => log.error({ err }, 'a listener failed on new changes'))
    const all = rounds ?? new Rounds({ now, logger: log })
    this.#sweeping = all.open({ name: 'expired_events', everyMs: sweepEveryMillis, work: () => this.sweep() })
  }

  protected abstract sweep(): Promise<void>

  protected get nowSeconds(): number {
    return Math.floor(this.#now() / 1000)
  }

  /** Accepts deletions even when the disk is full, because they free space. */
  async save(incoming: IncomingEvent): Promise<SaveOutcome> {
    const { kind } = incoming.event
    if (kind !== deletionKind && kind !== vanishKind && !this.#hasRoom()) throw new EventStoreFull('the disk is full')
    return this.writer.save(incoming, this.nowSeconds)
  }

  get isFull(): boolean {
    return this.writer.isFull
  }

  mark(): number {
    return this.writer.lastSeq
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  protected tellChanged(): void {
    this.#onChange.emit()
  }

  /** Up to which change the journal can be forgotten. */
  protected forgettable(upTo: number): number {
    return Math.min(upTo, this.writer.lastChange - changesKept)
  }

  protected endSweeping(): Promise<void> {
    return this.#sweeping.close()
  }
}
