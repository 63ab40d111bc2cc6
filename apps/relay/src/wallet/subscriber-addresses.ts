import type { AnswerOf } from '@hornets/contract'
import { giveSubscriberAddress } from '@hornets/contract/wallet/relay/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import type { Bus } from '../bus/bus.ts'
import { callWallet, type WalletCalling } from './call-wallet.ts'

const timeoutMs = 10_000

interface SubscriberAddressOptions extends WalletCalling {
  readonly onGiven: (given: AnswerOf<typeof giveSubscriberAddress>) => Promise<void>
  readonly bus: Pick<Bus, 'emit'>
  readonly logger: Logger
}

export class SubscriberAddresses {
  readonly #options: SubscriberAddressOptions
  readonly #closing = new AbortController()

  constructor(options: SubscriberAddressOptions) {
    this.#options = options
  }

  heard(): void {
    if (!this.#closing.signal.aborted) this.#options.bus.emit('walletReady', undefined)
  }

  /** `taken`: addresses of other keys. Null if the wallet gives none now. Never rejects. */
  async addressFor(key: string, taken: readonly string[]): Promise<string | null> {
    const { onGiven, logger } = this.#options
    try {
      const limits = { timeoutMs, signal: this.#closing.signal }
      const given = await callWallet(giveSubscriberAddress, { key, taken: [...taken] }, { ...this.#options, ...limits })
      await onGiven(given)
      return given.address
    } catch (err) {
      // There may be no wallet yet, or it is still being searched for.
      if (!this.#closing.signal.aborted) logger.debug({ err }, 'could not get an address from the wallet')
      return null
    }
  }

  close(): void {
    this.#closing.abort()
  }
}
