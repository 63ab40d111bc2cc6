import type { BitcoinRate } from '@hornets/contract/admin/rates'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { RateSource } from './rate-source.ts'
import { RateStore } from './rate-store.ts'
import type { Rate, Rates } from './rates.ts'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const servedMs = 30 * dayMs
/** After a failure; doubles with each further one, up to an hour. */
const firstRetryMs = 60_000

export interface RatesOptions {
  readonly database: AdminDatabase
  /** Undefined: turned off; stored rates stay available. */
  readonly source: RateSource | undefined
  readonly now: Clock
  readonly logger: Logger
}

/** The bitcoin price: fetched hourly, stored, unknown until the first answer. */
export class RatesService implements Rates {
  readonly #parts: RatesOptions
  readonly #rates: RateStore
  readonly #onChange: Emitter<void>
  readonly #closing = new AbortController()
  #nextAt: number
  #failures = 0
  #asking: Promise<void> | undefined

  private constructor(parts: RatesOptions, heardAt: number | undefined) {
    this.#parts = parts
    this.#rates = new RateStore(parts.database.reads)
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a new exchange rate'))
    this.#nextAt = heardAt === undefined ? parts.now() : heardAt + hourMs
  }

  /** A restart within the hour fetches nothing. */
  static async open(parts: RatesOptions): Promise<RatesService> {
    const newest = await new RateStore(parts.database.reads).findNewestRate()
    return new RatesService(parts, newest?.at)
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  async newest(): Promise<Rate | null> {
    const row = await this.#rates.findNewestRate()
    return row && row.at > this.#parts.now() - servedMs ? { cents: row.cents, at: row.at } : null
  }

  /** US cents per bitcoin from the time nearest to this one (milliseconds); null if there is none within a day. */
  async nearest(time: number): Promise<number | null> {
    const rate = await this.#rates.findNearestRate(time)
    return rate && Math.abs(rate.at - time) <= dayMs ? rate.cents : null
  }

  async last30Days(): Promise<BitcoinRate[]> {
    const rows = await this.#rates.listRates(hourOf(this.#parts.now() - servedMs) + 1)
    return rows.map(({ id, at, cents }) => ({ ID: id, Rate: dollarText(cents), TimestampHornets: toTimestamp(at) }))
  }

  /** Fetches a rate if due and not already running. Never throws: failures are retried later. */
  async tick(): Promise<void> {
    const { source, now } = this.#parts
    // Without this, a clock that was set back would stop fetching for long.
    const due = now() >= this.#nextAt || now() < this.#nextAt - hourMs
    if (!source || this.#closing.signal.aborted || (!due && !this.#asking)) return
    this.#asking ??= this.#ask(source).finally(() => {
      this.#asking = undefined
    })
    await this.#asking
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#asking
  }

  async #ask(source: RateSource): Promise<void> {
    const { database, now, logger } = this.#parts
    try {
      const cents = await source(this.#closing.signal)
      const at = now()
      await database.transact(tx => this.#rates.putRate(tx, { hour: hourOf(at), at, cents }))
      this.#failures = 0
      this.#nextAt = at + hourMs
      this.#onChange.emit()
    } catch (err) {
      if (this.#closing.signal.aborted) return
      this.#nextAt = now() + Math.min(hourMs, firstRetryMs * 2 ** this.#failures)
      this.#failures += 1
      logger.warn({ err, nextAt: toTimestamp(this.#nextAt) }, 'could not get the exchange rate')
    }
  }
}

const hourOf = (timeMs: number) => Math.floor(timeMs / hourMs)

/** `64000.12`: from whole cents, without floating point. */
function dollarText(cents: number): string {
  const digits = String(cents).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}
