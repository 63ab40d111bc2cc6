import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { SpendRequest } from '@hornets/contract/wallet/spending'
import type { AddressBook } from '../addresses/address-book.ts'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { type Chain, type RelayRates, usualRates } from '../chain/chain.ts'
import type { Coin, TransactionPlan } from '../coins/coin.ts'
import { sumOfAll, type Unconfirmed } from '../coins/left-behind.ts'
import { planChild } from '../coins/plans/plan-child.ts'
import { type Payee, planPayments, planSendAll } from '../coins/plans/plan-payment.ts'
import {
  planCancellation,
  planCheapestReplacement,
  planReplacement,
  type Replacement,
} from '../coins/plans/plan-replacement.ts'
import { pointOf } from '../coins/raw-transaction.ts'
import { RefusedError, refused } from '../coins/refused-error.ts'
import { Families } from '../coins/selection/families.ts'
import { maxInputs, type Task } from '../coins/selection/task.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook, OwnedCoin } from '../history/coin-book.ts'
import type { Vault } from '../keys/vault.ts'
import { findOriginal, type WantedOriginal } from './find-original.ts'
import { isPayment, type PaymentRequest, payeesOf } from './payees.ts'

export interface PlanMakerParts {
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly chainBook: ChainBook
  readonly chain: Chain | null
  readonly network: NetworkTraits
}

/** Makes the plan for a request from our current coins. Read-only and deterministic. */
export class PlanMaker {
  readonly #parts: PlanMakerParts

  constructor(parts: PlanMakerParts) {
    this.#parts = parts
  }

  /** Throws RefusedError with the reason, ApiError('wallet_missing'), ChainError if required data is unavailable. */
  async plan(request: SpendRequest): Promise<TransactionPlan> {
    this.#parts.vault.wallet()
    if (isPayment(request)) return this.#payment(request)
    if (request.choice === 4) return this.#child(request.original_tx_id, request.new_fee_rate)
    const { original_tx_id, new_fee_rate: rate } = request
    const paysAgain = request.choice === 2
    const wanted = { txid: original_tx_id, paysAgain, withLater: request.choice === 2 && request.with_later === true }
    const replacement = { ...(await this.#replacement(wanted)), rate }
    const plan = paysAgain ? planReplacement(replacement) : planCancellation(replacement)
    // What the original had also replaced is otherwise neither paid nor cancelled.
    const later = replacement.original.later?.map(one => one.txid) ?? []
    const takesAlong = [...new Set([...later, ...this.#parts.chainBook.takenAlongBy(original_tx_id)])]
    return takesAlong.length === 0 ? plan : { ...plan, takesAlong }
  }

  /** The replacement at the lowest rate that nodes accept. Throws as `plan`. */
  async cheapestReplacement(txid: string): Promise<TransactionPlan> {
    return planCheapestReplacement(await this.#replacement({ txid, paysAgain: true }))
  }

  async #payment(request: PaymentRequest): Promise<TransactionPlan> {
    const { vault, addresses, network } = this.#parts
    const payees = payeesOf(request, network)
    const { minimum } = await this.#relayRates()
    if (request.priority_rate < minimum) throw refused(refusals.rateTooLow, { lowest_rate: minimum })
    const { priority_rate: rate, enable_rbf: signalsReplacement } = request
    const frame = { kind: vault.spendKind(), rate, signalsReplacement, lockTime: this.#lockTime() }
    const sendsAll = request.choice === 1 && request.send_all
    const [first] = payees
    const planFrom = (coins: readonly Coin[]) =>
      this.#withFamilies(families => {
        if (sendsAll && first) return planSendAll({ ...frame, script: first.script, coins, families })
        return planPayments({ ...frame, coins, families, payees, changeScript: addresses.nextChange().script })
      })
    if (request.coins) return planFrom(this.#chosenCoins(request.coins))
    try {
      return await planFrom(this.#spendableCoins(payees.reduce((sum, { valueSats }) => sum + valueSats, 0)))
    } catch (error) {
      const isShort = error instanceof RefusedError && error.reason === 'insufficient_funds'
      throw isShort ? this.#ofAllCoins(error, frame, payees) : error
    }
  }

  /** In large wallets the plan only sees relevant coins; the total is added for display. */
  #ofAllCoins({ figures }: RefusedError, { kind, rate }: Pick<Task, 'kind' | 'rate'>, payees: readonly Payee[]) {
    const needed_sats = Number(figures.needed_sats)
    if (Number.isNaN(needed_sats)) return refused(refusals.feeTakesAll)
    const available_sats = this.#parts.coins.spendableSats()
    const paidScripts = payees.map(({ script }) => script)
    const task = { kind, rate, paidSats: 0, paidScripts, changeScript: paidScripts[0] ?? '' }
    if (available_sats < needed_sats || this.#parts.coins.listFor(needed_sats).length <= maxInputs(task))
      return refused(refusals.insufficientFunds, { needed_sats, available_sats })
    return refused(refusals.tooManyCoins, { coins: maxInputs(task) })
  }

  /** Plans repeatedly until the ancestors of all unconfirmed coins in the plan are known: few are asked for. */
  async #withFamilies(plan: (families: Families) => TransactionPlan): Promise<TransactionPlan> {
    const known = new Map<string, readonly Unconfirmed[]>()
    for (;;) {
      const made = plan(new Families(known))
      const open = made.inputs.filter(({ txid, confirmed }) => !confirmed && !known.has(txid))
      if (open.length === 0) return made
      for (const { txid } of open) if (!known.has(txid)) known.set(txid, await this.#familyOf(txid))
    }
  }

  /** A transaction in no mempool blocks no other; nodes decide. */
  async #familyOf(txid: string): Promise<readonly Unconfirmed[]> {
    return (await this.#parts.chain?.mempoolFacts(txid))?.ancestors ?? []
  }

  async #replacement(wanted: WantedOriginal): Promise<Omit<Replacement, 'rate'>> {
    const { vault, addresses, chain, chainBook, coins } = this.#parts
    const { txid, paysAgain } = wanted
    const original = findOriginal(wanted, chainBook, coins)
    const facts = await chain?.mempoolFacts(txid)
    // BIP 125, rule 5: at most 100 transactions can be replaced at once, including the original.
    if (facts && facts.descendantCount >= 100) throw refused(refusals.tooManyDescendants)
    const { incremental, minimum } = await this.#relayRates()
    const own = paysAgain ? original.outputs.find(({ change }) => change) : undefined
    return {
      original: {
        ...original,
        descendantFeeSats: facts?.descendantFeeSats ?? 0,
        ancestors: await this.#ancestorsOf([txid, ...original.later.map(one => one.txid)]),
      },
      kind: vault.spendKind(),
      spareCoins: this.#spareCoins(sumOfAll([original, ...original.later]).feeSats + minimum * original.vsize),
      changeScript: (own ?? addresses.nextChange()).script,
      incrementalRate: incremental,
    }
  }

  /** Unconfirmed ancestors of these, each once, without themselves. */
  async #ancestorsOf(txids: readonly string[]): Promise<Unconfirmed[]> {
    const families = await Promise.all(txids.map(txid => this.#familyOf(txid)))
    const all = new Map(families.flat().map(one => [one.txid, one]))
    return [...all.values()].filter(one => !txids.includes(one.txid))
  }

  async #child(txid: string, rate: number): Promise<TransactionPlan> {
    const { vault, addresses, chain, chainBook } = this.#parts
    const parent = chainBook.find(txid)
    if (!parent) throw refused(refusals.unknownTransaction)
    if (parent.state === 'confirmed') throw refused(refusals.alreadyConfirmed)
    if (!(await chain?.mempoolFacts(txid))) throw refused(refusals.notInMempool)
    const { minimum } = await this.#relayRates()
    const own = this.#coinsToLift(txid)
    const family = await this.#familyOf(own[0]?.txid ?? txid)
    if (own.length === 0) throw refused(refusals.nothingSpendable)
    return planChild({
      parentCoins: own,
      family,
      spareCoins: this.#spareCoins(rate * sumOfAll(family).vsize),
      kind: vault.spendKind(),
      rate,
      minimumRate: minimum,
      script: addresses.nextChange().script,
      lockTime: this.#lockTime(),
    })
  }

  /** Its outputs to us, or those of our later payments that spent them: the child lifts all of them. */
  #coinsToLift(txid: string): Coin[] {
    const { chainBook, coins } = this.#parts
    const loose = coins.listUnconfirmed().filter(({ locked, contested }) => !locked && !contested)
    const seen = new Set([txid])
    for (const one of seen) {
      const own = loose.filter(coin => coin.txid === one)
      if (own.length > 0) return own
      for (const { spent_by } of chainBook.outputsOf(one)) if (spent_by) seen.add(spent_by)
    }
    return []
  }

  /** For a payment of about this amount: confirmed coins, and change of our own payments. */
  #spendableCoins(targetSats: number): Coin[] {
    const { coins } = this.#parts
    return [...coins.listFor(targetSats), ...coins.listUnconfirmed()].filter(isSpendable)
  }

  #spareCoins(targetSats: number): Coin[] {
    return this.#parts.coins.listFor(targetSats).filter(isSpendable)
  }

  /** Chosen coins can be unconfirmed if nodes know them. */
  #chosenCoins(outpoints: readonly string[]): Coin[] {
    const { coins } = this.#parts
    return [...new Set(outpoints)].map(outpoint => {
      const { txid, vout } = pointOf(outpoint)
      const coin = coins.findUnspent(txid, vout)
      if (!coin?.sent || coin.locked || coin.contested || !coin.mature)
        throw refused(refusals.coinNotSpendable, { outpoint })
      return coin.trusted ? coin : { ...coin, fromOthers: true }
    })
  }

  async #relayRates(): Promise<RelayRates> {
    return this.#parts.chain ? await this.#parts.chain.relayRates() : usualRates
  }

  /** Not before the next block, so that nobody gains by re-mining the last one for the fee. */
  #lockTime(): number {
    return this.#parts.chainBook.chainState().tipHeight ?? 0
  }
}

/** Without being chosen: nobody else can replace it, and it is not locked. */
function isSpendable({ trusted, mature, locked, contested }: OwnedCoin): boolean {
  return trusted && mature && !locked && !contested
}
