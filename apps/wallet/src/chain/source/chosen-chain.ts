import { chainSentences } from '@hornets/contract/wallet/answers/chain-sentences'
import {
  type BroadcastResult,
  type Chain,
  type ChainTip,
  type Changes,
  chainError,
  type MempoolFacts,
  type Question,
  type RelayRates,
  usualRates,
  type Watched,
} from '../chain.ts'

/** The chosen source, which can change while the wallet runs; none at first. */
export class ChosenChain implements Chain {
  #current: Chain | null = null

  choose(chain: Chain | null): void {
    this.#current = chain
  }

  /** One source for work of several steps. */
  current(): Chain | null {
    return this.#current
  }

  get source(): Chain['source'] {
    return this.#current?.source ?? 'none'
  }

  get lookahead(): number {
    return this.#current?.lookahead ?? 0
  }

  async tip(signal?: AbortSignal): Promise<ChainTip> {
    return this.#chosen().tip(signal)
  }

  async watch(watched: Watched, signal: AbortSignal): Promise<void> {
    return this.#chosen().watch(watched, signal)
  }

  async changes(question: Question): Promise<Changes> {
    return this.#chosen().changes(question)
  }

  async broadcast(hex: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult> {
    return this.#chosen().broadcast(hex, txid, signal)
  }

  async estimateRates() {
    return this.#current?.estimateRates() ?? null
  }

  async relayRates(): Promise<RelayRates> {
    return this.#current?.relayRates() ?? usualRates
  }

  async mempoolFacts(txid: string): Promise<MempoolFacts | null> {
    return this.#current?.mempoolFacts(txid) ?? null
  }

  #chosen(): Chain {
    if (!this.#current) throw chainError(chainSentences.noSource, {})
    return this.#current
  }
}
