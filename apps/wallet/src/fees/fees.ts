import { defaultFeeTiers, type FeeSource, type FeeTiers, recommendedFees } from '@hornets/contract/wallet/fees'
import type { Clock } from '@hornets/server/clock'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import type { Logger } from '@hornets/server/process/logger'
import { type Chain, ChainError } from '../chain/chain.ts'
import type { BelievedTiers } from './fee-store.ts'
import { isPlausible, type Tiers } from './plausible.ts'

interface FeeParts {
  readonly chain: Chain | null
  /** A public service that returns economyFee, halfHourFee and fastestFee (WALLET-23); off if missing. */
  readonly serviceUrl: string | undefined
  readonly wayOut: WayOut
  readonly now: Clock
  readonly logger: Logger
  /** The wallet's own ceiling, in sat/vB. */
  readonly highestRate: () => number
  /** Survives a restart, so that a service cannot start with arbitrary rates. */
  readonly memory: { readonly read: () => BelievedTiers | undefined; readonly write: (tiers: BelievedTiers) => void }
}

const keptMs = 30_000
const timeoutMs = 5000
const maxBytes = 65_536
/** Unchanged for this long, so that small steps cannot get around the tenfold limit; forgotten after a day. */
const memoryStepMs = 60 * 60_000
const memoryMs = 24 * memoryStepMs
/** Nodes' minimum if none can be asked. */
const usualMinimum = 1

/** From our chain source, else the public service, else the last trusted, else defaults. Others' must be plausible. */
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
    const before = this.#remembered()
    // Our own node is trusted; an Esplora server is not, like the service.
    if (
      chain &&
      ofChain &&
      chain.source !== 'none' &&
      (chain.source === 'bitcoind' || this.#isPlausible(ofChain, before, chain.source))
    )
      return this.#believe(ofChain, chain.source, minimum, before)
    const ofService = await this.#askService()
    if (ofService && this.#isPlausible(ofService, before, 'service'))
      return this.#believe(ofService, 'service', minimum, before)
    return before ? settle(before, 'known', minimum) : settle(defaultFeeTiers, 'default', minimum)
  }

  #remembered(): BelievedTiers | undefined {
    const kept = this.#parts.memory.read()
    return kept && Math.abs(this.#parts.now() - kept.at) < memoryMs ? kept : undefined
  }

  #isPlausible(tiers: Tiers, before: Tiers | undefined, source: FeeSource): boolean {
    const { highestRate, logger } = this.#parts
    if (isPlausible(tiers, before, highestRate())) return true
    logger.warn({ source, tiers, before }, 'ignored implausible fee rates')
    return false
  }

  #believe({ low, med, high }: Tiers, source: FeeSource, minimum: number, before: BelievedTiers | undefined): FeeTiers {
    const { memory, now } = this.#parts
    const isOwn = source === 'bitcoind'
    if (isOwn || before === undefined || now() - before.at >= memoryStepMs) memory.write({ low, med, high, at: now() })
    return settle({ low, med, high }, source, minimum)
  }

  async #askService(): Promise<Tiers | null> {
    const { serviceUrl, wayOut, logger } = this.#parts
    if (serviceUrl === undefined) return null
    try {
      const { status, text } = await wayOut.send(new URL(serviceUrl), { timeoutMs, maxBytes })
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

/** In thousandths, at least the relay minimum, each at least the one before. */
function settle({ low, med, high }: Tiers, source: FeeSource, minimum: number): FeeTiers {
  const round = (rate: number) => Math.ceil(Math.round(rate * 1e6) / 1000) / 1000
  const first = Math.max(round(low), minimum)
  const second = Math.max(round(med), first)
  return { low: first, med: second, high: Math.max(round(high), second), source, minimum }
}
