import { defaultFeeTiers, type FeeSource, type FeeTiers, recommendedFees } from '@hornets/contract/wallet/fees'
import type { Clock } from '@hornets/server/clock'
import { sendRequest } from '@hornets/server/http-request'
import type { Logger } from '@hornets/server/logger'
import { type Chain, ChainError } from '../chain/chain.ts'

interface FeeParts {
  readonly chain: Chain | null
  /** A public service that answers economyFee, halfHourFee and fastestFee (WALLET-23); off where missing. */
  readonly serviceUrl: string | undefined
  readonly now: Clock
  readonly logger: Logger
}

interface Tiers {
  readonly low: number
  readonly med: number
  readonly high: number
}

const keptMs = 30_000
const timeoutMs = 5000
const maxBytes = 65_536
/** What nodes take where none can be asked. */
const usualMinimum = 1

/** What a payment should pay: as our own source of the chain says, else the public service, else the default tiers. */
export class Fees {
  readonly #parts: FeeParts
  #kept: { until: number; tiers: FeeTiers } | undefined

  constructor(parts: FeeParts) {
    this.#parts = parts
  }

  async tiers(): Promise<FeeTiers> {
    const now = this.#parts.now()
    if (this.#kept && this.#kept.until > now) return this.#kept.tiers
    const tiers = await this.#ask()
    this.#kept = { until: now + keptMs, tiers }
    return tiers
  }

  async #ask(): Promise<FeeTiers> {
    const { chain } = this.#parts
    const minimum = (chain && (await this.#orNull(() => chain.relayRates())))?.minimum ?? usualMinimum
    const ofChain = chain && (await this.#orNull(() => chain.estimateRates()))
    if (chain && ofChain) return settle(ofChain, chain.source, minimum)
    const ofService = await this.#askService()
    if (ofService) return settle(ofService, 'service', minimum)
    return settle(defaultFeeTiers, 'default', minimum)
  }

  async #askService(): Promise<Tiers | null> {
    const { serviceUrl, logger } = this.#parts
    if (serviceUrl === undefined) return null
    try {
      const { status, text } = await sendRequest(new URL(serviceUrl), { timeoutMs, maxBytes })
      if (status !== 200) throw new Error(`expected 200, got ${status}`)
      const { economyFee, halfHourFee, fastestFee } = recommendedFees.parse(JSON.parse(text))
      return { low: economyFee, med: halfHourFee, high: fastestFee }
    } catch (err) {
      logger.warn({ err }, 'the fee service has no estimate')
      return null
    }
  }

  async #orNull<Result>(ask: () => Promise<Result>): Promise<Result | null> {
    try {
      return await ask()
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      this.#parts.logger.debug({ err }, 'the chain has no estimate')
      return null
    }
  }
}

/** Thousandths, none below what nodes take, each at least the one before. */
function settle({ low, med, high }: Tiers, source: FeeSource, minimum: number): FeeTiers {
  const round = (rate: number) => Math.ceil(Math.round(rate * 1e6) / 1000) / 1000
  const first = Math.max(round(low), minimum)
  const second = Math.max(round(med), first)
  return { low: first, med: second, high: Math.max(round(high), second), source, minimum }
}
