import type { Clock } from '@hornets/server/clock'
import { ChainError, type RelayRates } from '../chain.ts'
import type { EsploraHttp } from './esplora-http.ts'
import { recommendedMinimum } from './esplora-schemas.ts'

/** Unknown to Esplora; nodes' defaults for years, and some accept less. */
const usualRates: RelayRates = { minimum: 1, incremental: 1 }
const keptMs = 30_000

/** The minimum relay rate of the server's node if the server reports it (mempool.space's do); otherwise the default. */
export class EsploraRates {
  readonly #http: EsploraHttp
  readonly #now: Clock
  #kept: { readonly until: number; readonly rates: RelayRates } | undefined

  constructor(http: EsploraHttp, now: Clock) {
    this.#http = http
    this.#now = now
  }

  async relayRates(): Promise<RelayRates> {
    if (!this.#kept || this.#kept.until <= this.#now())
      this.#kept = { until: this.#now() + keptMs, rates: await this.#ask() }
    return this.#kept.rates
  }

  async #ask(): Promise<RelayRates> {
    try {
      const fees = await this.#http.find(recommendedMinimum, '/v1/fees/recommended')
      return fees ? { ...usualRates, minimum: fees.minimumFee } : usualRates
    } catch (error) {
      // Other servers answer something else, which says nothing about the network.
      if (error instanceof ChainError) return usualRates
      throw error
    }
  }
}
