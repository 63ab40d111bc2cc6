import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { EventStore } from '../../events/event-store.ts'
import { RulesStore } from './rules-store.ts'

interface Parts {
  readonly database: AdminDatabase
  readonly events: Pick<EventStore, 'arrivals'>
  readonly now: Clock
  readonly logger: Logger
}

/** Beyond these, keys stay new: a flood of keys makes nobody new who was known. */
const keysMax = 500_000
const writtenAtOnce = 2000

export class KeyAges {
  readonly #parts: Parts
  readonly #rows: RulesStore
  readonly #firstAt = new Map<string, number>()
  #unwritten: (readonly [string, number])[] = []
  #state: 'off' | 'reading' | 'ready' = 'off'
  #reading: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#rows = new RulesStore(parts.database.reads)
  }

  /** Whether a rule asks for it now. Reads which keys wrote before, from the stored events if nothing is kept. */
  use(isAsked: boolean): void {
    if (isAsked === (this.#state !== 'off')) return
    this.#state = isAsked ? 'reading' : 'off'
    this.#firstAt.clear()
    this.#unwritten = []
    const work = isAsked ? () => this.#read() : () => this.#forget()
    this.#reading = this.#reading.then(work).catch(err => this.#parts.logger.error({ err }, 'could not read key ages'))
  }

  /** Milliseconds since the key first wrote; while they are read, nobody is new. */
  of(pubkey: string): number {
    if (this.#state !== 'ready') return Number.POSITIVE_INFINITY
    const first = this.#firstAt.get(pubkey)
    return first === undefined ? 0 : this.#parts.now() - first
  }

  note(pubkey: string): void {
    if (this.#state !== 'off') this.#keep(pubkey, this.#parts.now())
  }

  async write(): Promise<void> {
    while (this.#unwritten.length > 0) {
      const part = this.#unwritten.slice(0, writtenAtOnce)
      await this.#parts.database.transact(tx => this.#rows.putAges(tx, part))
      this.#unwritten = this.#unwritten.slice(part.length)
    }
  }

  async settled(): Promise<void> {
    await this.#reading
  }

  async #read(): Promise<void> {
    const kept = await this.#rows.listAges()
    for (const { pubkey, first_at } of kept) this.#firstAt.set(pubkey, first_at)
    if (kept.length === 0)
      for await (const { json, receivedAt } of this.#parts.events.arrivals()) {
        if (this.#state === 'off') return
        this.#keep((JSON.parse(json) as { pubkey: string }).pubkey, receivedAt * 1000)
      }
    if (this.#state === 'reading') this.#state = 'ready'
  }

  #keep(pubkey: string, at: number): void {
    const known = this.#firstAt.get(pubkey)
    if (known === undefined ? this.#firstAt.size >= keysMax : known <= at) return
    this.#firstAt.set(pubkey, at)
    this.#unwritten.push([pubkey, at])
  }

  async #forget(): Promise<void> {
    await this.#parts.database.transact(tx => this.#rows.deleteAges(tx))
  }
}
