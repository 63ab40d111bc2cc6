import { refusals } from '@hornets/contract/wallet/refusals'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import type { AddressBook } from '../addresses/address-book.ts'
import { scriptOfAddress } from '../addresses/script-address.ts'
import type { Chain, RelayRates } from '../chain/chain.ts'
import type { Coin, TransactionPlan } from '../coins/coin.ts'
import { planChild } from '../coins/plan-child.ts'
import { planPayment, planSendAll } from '../coins/plan-payment.ts'
import {
  planCancellation,
  planCheapestReplacement,
  planReplacement,
  type Replacement,
} from '../coins/plan-replacement.ts'
import { outpointOf } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { Ledger } from '../history/ledger.ts'
import type { Vault } from '../keys/vault.ts'
import type { NetworkTraits } from '../network.ts'
import { findOriginal } from './find-original.ts'

/** What nodes take where none can be asked (Bitcoin Core's defaults for years). */
const usualRates: RelayRates = { minimum: 1, incremental: 1 }

export interface PlanMakerParts {
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly ledger: Ledger
  readonly chain: Chain | null
  readonly network: NetworkTraits
}

/** Makes the plan that a request asks for, out of what we hold now. Reads only; the same request makes the same plan. */
export class PlanMaker {
  readonly #parts: PlanMakerParts

  constructor(parts: PlanMakerParts) {
    this.#parts = parts
  }

  /** Throws RefusedError with the reason, ApiError('wallet_missing'), ChainError when what it takes cannot be asked. */
  async plan(request: SpendRequest): Promise<TransactionPlan> {
    this.#parts.vault.wallet()
    if (request.choice === 1) return this.#payment(request)
    if (request.choice === 4) return this.#child(request.original_tx_id, request.new_fee_rate)
    const { original_tx_id, new_fee_rate: rate } = request
    const replacement = { ...(await this.#replacement(original_tx_id, request.choice === 2)), rate }
    return request.choice === 2 ? planReplacement(replacement) : planCancellation(replacement)
  }

  /** The replacement at the lowest rate that nodes would take. Throws as `plan`. */
  async cheapestReplacement(txid: string): Promise<TransactionPlan> {
    return planCheapestReplacement(await this.#replacement(txid, true))
  }

  async #payment(request: Extract<SpendRequest, { choice: 1 }>): Promise<TransactionPlan> {
    const { vault, addresses, network } = this.#parts
    const script = scriptOfAddress(request.recipient_address, network)
    if (!script) throw refused(refusals.addressInvalid)
    const { minimum } = await this.#relayRates()
    if (request.priority_rate < minimum) throw refused(refusals.rateTooLow, { lowest_rate: minimum })
    const frame = {
      coins: request.coins ? this.#chosenCoins(request.coins) : this.#spendableCoins(),
      kind: vault.spendKind(),
      rate: request.priority_rate,
      script,
      signalsReplacement: request.enable_rbf,
      lockTime: this.#lockTime(),
    }
    if (request.send_all) return planSendAll(frame)
    return planPayment({ ...frame, valueSats: request.spend_amount, changeScript: addresses.nextChange().script })
  }

  async #replacement(txid: string, paysAgain: boolean): Promise<Omit<Replacement, 'rate'>> {
    const { vault, addresses, chain, ledger, coins } = this.#parts
    const original = findOriginal({ txid, paysAgain }, ledger, coins)
    const facts = await chain?.mempoolFacts(txid)
    // BIP 125, rule 5: at most 100 transactions may go at once, the original among them.
    if (facts && facts.descendantCount >= 100) throw refused(refusals.tooManyDescendants)
    const { incremental } = await this.#relayRates()
    const own = paysAgain ? original.outputs.find(({ change }) => change) : undefined
    return {
      original: { ...original, descendantFeeSats: facts?.descendantFeeSats ?? 0 },
      kind: vault.spendKind(),
      spareCoins: this.#spendableCoins().filter(({ confirmed }) => confirmed),
      changeScript: (own ?? addresses.nextChange()).script,
      incrementalRate: incremental,
    }
  }

  async #child(txid: string, rate: number): Promise<TransactionPlan> {
    const { vault, addresses, chain, ledger } = this.#parts
    const parent = ledger.find(txid)
    if (!parent) throw refused(refusals.unknownTransaction)
    if (parent.state === 'confirmed') throw refused(refusals.alreadyConfirmed)
    const facts = await chain?.mempoolFacts(txid)
    if (!facts) throw refused(refusals.notInMempool)
    const { minimum } = await this.#relayRates()
    const held = this.#parts.coins.list()
    const own = held.filter(coin => coin.txid === txid && !coin.locked && !coin.contested)
    if (own.length === 0) throw refused(refusals.nothingSpendable)
    return planChild({
      parentCoins: own,
      family: facts.ancestors,
      spareCoins: this.#spendableCoins(held).filter(({ confirmed }) => confirmed),
      kind: vault.spendKind(),
      rate,
      minimumRate: minimum,
      script: addresses.nextChange().script,
      lockTime: this.#lockTime(),
    })
  }

  #spendableCoins(held = this.#parts.coins.list()): Coin[] {
    return held.filter(({ trusted, mature, locked, contested }) => trusted && mature && !locked && !contested)
  }

  /** Whoever chooses coins may choose ones that no block holds yet, if nodes know them. */
  #chosenCoins(outpoints: readonly string[]): Coin[] {
    const known = new Map(this.#parts.coins.list().map(coin => [outpointOf(coin), coin]))
    return [...new Set(outpoints)].map(outpoint => {
      const coin = known.get(outpoint)
      if (!coin?.sent || coin.locked || coin.contested || !coin.mature)
        throw refused(refusals.coinNotSpendable, { outpoint })
      return coin
    })
  }

  async #relayRates(): Promise<RelayRates> {
    return this.#parts.chain ? await this.#parts.chain.relayRates() : usualRates
  }

  /** Not before the next block, so that nobody gains by mining the last one again to get at the fee. */
  #lockTime(): number {
    return this.#parts.ledger.chainState().tipHeight ?? 0
  }
}
