import { generateAddresses } from '@hornets/contract/wallet/relay/relay-calls'
import { reservedMax } from '@hornets/contract/wallet/set-up'
import type { Logger } from '@hornets/server/process/logger'
import { callWallet, type WalletCalling } from './call-wallet.ts'

const timeoutMs = 10_000

interface GivenAddress {
  readonly index: number
  readonly address: string
}

interface AddressPoolOptions extends WalletCalling {
  /** The number of the wallet's addresses after the last paid one. */
  readonly unusedRun: () => Promise<number>
  readonly take: (addresses: GivenAddress[]) => Promise<void>
  readonly logger: Logger
}

/** A consumer of addresses. */
export interface AddressTaker {
  /** The number missing from the reserve. */
  missing(): number
  take(addresses: readonly string[]): void
}

/** Keeps some addresses ready that the wallet has made for the relay and for nobody else. */
export class AddressPool {
  readonly #options: AddressPoolOptions
  readonly #closing = new AbortController()
  #running: Promise<void> | undefined
  #again = false
  #taker: AddressTaker | undefined

  constructor(options: AddressPoolOptions) {
    this.#options = options
  }

  /** From now on asks for addresses for this consumer, though not before the wallet has reported. */
  serve(taker: AddressTaker): void {
    this.#taker = taker
  }

  /** Asks for what is missing, if the wallet can be asked now; called whenever the wallet has been heard of. */
  refill(): void {
    if (this.#closing.signal.aborted || !this.#taker) return
    this.#again = this.#running !== undefined
    this.#running ??= this.#refill().finally(() => {
      this.#running = undefined
      if (this.#again) this.refill()
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #refill(): Promise<void> {
    const { unusedRun, take, logger } = this.#options
    const taker = this.#taker
    if (!taker || taker.missing() === 0) return
    try {
      // A wallet restored from its words looks only as far as its owner's gap limit, which must allow for this.
      const missing = Math.min(taker.missing(), reservedMax - (await unusedRun()))
      if (missing <= 0) return
      const limits = { timeoutMs, signal: this.#closing.signal }
      const { addresses } = await callWallet(generateAddresses, { count: missing }, { ...this.#options, ...limits })
      await take(addresses)
      taker.take(addresses.map(({ address }) => address))
    } catch (err) {
      // There may be no wallet yet, or it is still being searched for; the next report retries.
      if (!this.#closing.signal.aborted) logger.debug({ err }, 'could not get addresses from the wallet')
    }
  }
}
