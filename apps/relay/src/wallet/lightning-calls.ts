import type { AnswerOf, BodyOf } from '@hornets/contract'
import { askRelayLightning, findRelayInvoice, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import type { Logger } from '@hornets/server/process/logger'
import { callWallet, type WalletCalling } from './call-wallet.ts'

const knownMs = 10_000
const askTimeoutMs = 3000
const makeTimeoutMs = 20_000

type NodeState = AnswerOf<typeof askRelayLightning>

export class LightningCalls {
  readonly #calling: WalletCalling & { readonly logger: Logger }
  readonly #closing = new AbortController()
  #hasAnswered = false
  #known: { readonly at: number; readonly answer: Promise<NodeState | null> } | undefined

  constructor(calling: WalletCalling & { readonly logger: Logger }) {
    this.#calling = calling
  }

  /** Can invoices be made now? False if the wallet does not answer. Never rejects. */
  async canInvoice(): Promise<boolean> {
    return (await this.#state())?.can_invoice ?? false
  }

  /** Also if it cannot be asked now; null without an answer. Never rejects. Only a yes is remembered for a moment. */
  async isConnected(): Promise<boolean | null> {
    if ((await this.#knownState())?.connected) return true
    return (await this.#askAnew())?.connected ?? null
  }

  /** A wallet has answered since the start of this process, even if it is away now. */
  hasAnswered(): boolean {
    return this.#hasAnswered
  }

  /** Of any invoice of the node. Throws if it cannot be asked. */
  async find(payment_hash: string, amount_sats: number): Promise<AnswerOf<typeof findRelayInvoice>['state']> {
    const limits = { timeoutMs: makeTimeoutMs, signal: this.#closing.signal }
    return (await callWallet(findRelayInvoice, { payment_hash, amount_sats }, { ...this.#calling, ...limits })).state
  }

  /** Throws if the wallet or its node does not make one. */
  makeInvoice(order: BodyOf<typeof makeRelayInvoice>): Promise<AnswerOf<typeof makeRelayInvoice>> {
    const limits = { timeoutMs: makeTimeoutMs, signal: this.#closing.signal }
    return callWallet(makeRelayInvoice, order, { ...this.#calling, ...limits })
  }

  close(): void {
    this.#closing.abort()
  }

  #state(): Promise<NodeState | null> {
    return this.#knownState() ?? this.#askAnew()
  }

  #knownState(): Promise<NodeState | null> | undefined {
    const known = this.#known
    return known && this.#calling.now() - known.at < knownMs ? known.answer : undefined
  }

  #askAnew(): Promise<NodeState | null> {
    this.#known = { at: this.#calling.now(), answer: this.#ask() }
    return this.#known.answer
  }

  async #ask(): Promise<NodeState | null> {
    const limits = { timeoutMs: askTimeoutMs, signal: this.#closing.signal }
    try {
      const answer = await callWallet(askRelayLightning, {}, { ...this.#calling, ...limits })
      this.#hasAnswered = true
      return answer
    } catch (err) {
      this.#calling.logger.debug({ err }, 'the wallet does not say whether it can make invoices')
      return null
    }
  }
}
