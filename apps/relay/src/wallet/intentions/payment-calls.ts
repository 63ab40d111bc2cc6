import { findRelayPayments } from '@hornets/contract/wallet/relay/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import { callWallet, type WalletCalling } from '../call-wallet.ts'

const timeoutMs = 3000

export class PaymentCalls {
  readonly #calling: WalletCalling & { readonly logger: Logger }
  readonly #closing = new AbortController()

  constructor(calling: WalletCalling & { readonly logger: Logger }) {
    this.#calling = calling
  }

  /** Those that the wallet, by its answer now, does not know; none if it does not answer. Never rejects. */
  async unknownOf(txids: readonly string[]): Promise<ReadonlySet<string>> {
    if (txids.length === 0) return new Set()
    const limits = { timeoutMs, signal: this.#closing.signal }
    try {
      const { unknown } = await callWallet(findRelayPayments, { txids: [...txids] }, { ...this.#calling, ...limits })
      return new Set(unknown)
    } catch (err) {
      this.#calling.logger.debug({ err }, 'the wallet does not say whether it knows payments')
      return new Set()
    }
  }

  close(): void {
    this.#closing.abort()
  }
}
