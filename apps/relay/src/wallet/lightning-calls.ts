import type { AnswerOf, BodyOf } from '@hornets/contract'
import { askRelayLightning, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import { callWallet, type WalletCalling } from './call-wallet.ts'

/** How long an answer about the node is valid. */
const knownMs = 10_000
const askTimeoutMs = 3000
const makeTimeoutMs = 20_000

/** The relay's calls about Lightning to its wallet. */
export class LightningCalls {
  readonly #calling: WalletCalling & { readonly logger: Logger }
  readonly #closing = new AbortController()
  #known: { readonly at: number; readonly answer: Promise<boolean> } | undefined

  constructor(calling: WalletCalling & { readonly logger: Logger }) {
    this.#calling = calling
  }

  /** Can invoices be made now? Known for ten seconds; false if the wallet does not answer. Never rejects. */
  canInvoice(): Promise<boolean> {
    const at = this.#calling.now()
    if (!this.#known || at - this.#known.at >= knownMs) this.#known = { at, answer: this.#ask() }
    return this.#known.answer
  }

  /** Throws if the wallet or its node does not make one. */
  makeInvoice(order: BodyOf<typeof makeRelayInvoice>): Promise<AnswerOf<typeof makeRelayInvoice>> {
    const limits = { timeoutMs: makeTimeoutMs, signal: this.#closing.signal }
    return callWallet(makeRelayInvoice, order, { ...this.#calling, ...limits })
  }

  close(): void {
    this.#closing.abort()
  }

  async #ask(): Promise<boolean> {
    const limits = { timeoutMs: askTimeoutMs, signal: this.#closing.signal }
    try {
      return (await callWallet(askRelayLightning, {}, { ...this.#calling, ...limits })).can_invoice
    } catch (err) {
      this.#calling.logger.debug({ err }, 'the wallet does not say whether it can make invoices')
      return false
    }
  }
}
