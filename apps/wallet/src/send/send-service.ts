// The order: same intention before? → plan → sign → record → broadcast → accept or refuse.

import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import type { PageQuery } from '@hornets/contract/wallet/page'
import type { HandedBefore } from '@hornets/contract/wallet/relay/handed-before'
import type { SpendAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { LimitFunction } from 'p-limit'
import type { AddressBook } from '../addresses/address-book.ts'
import type { NetworkTraits } from '../bitcoin/network.ts'
import { type Chain, ChainError } from '../chain/chain.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { RefusedError, refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { LabelRow } from '../history/labels/labels.ts'
import type { Vault } from '../keys/vault.ts'
import { outflowOf, type SpendGuard, type SpendOrigin } from '../security/spend-guard.ts'
import { answerOf, failed, toRefusal } from './answer.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { Checkpoint } from './checkpoint.ts'
import { describePlan, spendOf } from './describe-plan.ts'
import { assertOnline, offline } from './online.ts'
import { labelsOf, type PaidPayee } from './payees.ts'
import type { PlanMaker } from './plan-maker.ts'
import { hashOf, refusedRow, rowOf } from './send-row.ts'
import type { SendRow, SendStore } from './send-store.ts'

interface SendParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly chainBook: ChainBook
  readonly chain: Chain | null
  readonly plans: PlanMaker
  readonly guard: SpendGuard
  readonly network: NetworkTraits
  readonly now: Clock
  readonly store: SendStore
  readonly broadcaster: Broadcaster
  /** Shared with everything that counts towards the limits. */
  readonly mutex: LimitFunction
  readonly checkpoint: Checkpoint
  /** Stores a label of a transaction or output, in the transaction that records the payment. */
  readonly label: (tx: WalletTransaction, row: LabelRow) => void
  readonly isSynced: () => boolean
}

interface OrderOrigin extends Omit<SpendOrigin, 'hasKey'> {
  /** The relay has forwarded this key before; null if it has not. */
  readonly handedBefore?: HandedBefore | null
}

/** A block's time can be this much before the order. */
const blockTimeOffMs = 2 * 60 * 60_000

interface Signed {
  readonly request: SpendRequest
  readonly key: string | null
  readonly plan: TransactionPlan
  readonly raw: string
}

/** Makes payments, each at most once, even across crashes. One at a time. */
export class SendService {
  readonly #parts: SendParts
  readonly #store: SendStore
  readonly #broadcaster: Broadcaster
  readonly #mutex: LimitFunction

  constructor(parts: SendParts) {
    this.#parts = parts
    this.#mutex = parts.mutex
    this.#store = parts.store
    this.#broadcaster = parts.broadcaster
  }

  /**
   * A known key returns the earlier answer. Throws ApiError: 'wallet_missing', 'wallet_locked', 'conflict' (key reused,
   * paid before a restore, an attempt may still be paid), 'unavailable', 'confirmation_needed', 'repeated_payment'.
   */
  pay(request: SpendRequest, key: string | null, { handedBefore, ...by }: OrderOrigin): Promise<SpendAnswer> {
    return this.#mutex(async () => {
      const earlier = key === null ? undefined : this.#store.findByKey(key)
      if (earlier) return this.#answerAgain(earlier, request)
      if (key !== null) this.#assertFurther(key, request)
      if (handedBefore) this.#assertUnpaid(request, handedBefore)
      this.#parts.vault.assertCanSign()
      assertOnline(this.#parts.chain)
      const plan = await this.#planOrRefusal(request)
      if (plan instanceof RefusedError) return this.#keepRefusal(request, key, plan)
      const useApproval = await this.#parts.guard.allow(spendOf(request, plan, this.#parts.network), {
        ...by,
        hasKey: key !== null,
      })
      this.#parts.checkpoint('planned')
      const raw = await this.#parts.vault.sign(plan)
      this.#parts.checkpoint('signed')
      const { row, isNew } = this.#record({ request, key, plan, raw }, useApproval)
      this.#parts.checkpoint('recorded')
      return this.#broadcast(row, isNew)
    })
  }

  /** Its and its descendants' ids. Throws ApiError('not_found'), RefusedError if it can be cancelled. */
  abandon(txid: string): Promise<string[]> {
    return this.#mutex(async () => {
      const { database, chainBook } = this.#parts
      if (!this.#store.findByTxid(txid) || !chainBook.find(txid))
        throw new ApiError('not_found', refusals.unknownTransaction.template)
      if (!chainBook.isOrphaned(txid)) throw refused(refusals.notOrphaned)
      return database.transact(tx => {
        const abandoned = chainBook.abandon(tx, txid)
        for (const one of abandoned) this.#store.abandon(tx, one)
        return abandoned
      })
    })
  }

  isOrphaned(txid: string): boolean {
    return this.#parts.chainBook.isOrphaned(txid)
  }

  /** Rebroadcasts signed payments: after a crash, an outage, or when nodes forgot them. */
  resume(): Promise<void> {
    return this.#mutex(() => this.#broadcaster.resume())
  }

  /** Plans, and returns the confirmations that the payment would need. Throws as `PlanMaker.plan`. */
  async preview(request: SpendRequest): Promise<{ plan: TransactionPlan; needs: NeededConfirmation[] }> {
    const plan = await this.#parts.plans.plan(request)
    const signsHere = this.#parts.vault.wallet().sealed !== null
    return { plan, needs: this.#parts.guard.needs(spendOf(request, plan, this.#parts.network), { signsHere }) }
  }

  /** Satoshis sent by our signatures since then (milliseconds), including fees. */
  spentSince(sinceMs: number): number {
    return this.#store.spentSince(sinceMs)
  }

  /** Payees and amounts since then (milliseconds). */
  paidSince(sinceMs: number): PaidPayee[] {
    return this.#store.listPaidSince(sinceMs)
  }

  listOnTheirWay(page: PageQuery): ReturnType<SendStore['listOnTheirWay']> {
    return this.#store.listOnTheirWay(page)
  }

  /** Our payment in any state. */
  findSent(txid: string): ReturnType<SendStore['findSent']> {
    return this.#store.findSent(txid)
  }

  async #planOrRefusal(request: SpendRequest): Promise<TransactionPlan | RefusedError> {
    try {
      return await this.#parts.plans.plan(request)
    } catch (error) {
      if (error instanceof RefusedError) return error
      if (error instanceof ChainError) throw offline(error)
      throw error
    }
  }

  #record({ request, key, plan, raw }: Signed, useApproval: (tx: WalletTransaction) => void) {
    const { database, chainBook, addresses, network, now, label } = this.#parts
    const outflow_sats = outflowOf(spendOf(request, plan, network))
    const paid = describePlan(request, plan, network)
    const row = { ...rowOf({ request, key, now: now() }, plan, paid), raw, outflow_sats }
    return database.transact(tx => {
      useApproval(tx)
      for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script)
      const isNew = chainBook.record(tx, raw)
      chainBook.takeAlong(tx, row.txid, plan.takesAlong ?? [], request.choice === 2)
      for (const one of labelsOf(request, plan, row.txid, network)) label(tx, one)
      return { row: { ...row, id: this.#store.insert(tx, row, paid.payees) }, isNew }
    })
  }

  async #broadcast(row: SendRow, isFirst: boolean): Promise<SpendAnswer> {
    await this.#broadcaster.broadcast(row, isFirst)
    return this.#answer(this.#store.find(row.id) ?? row)
  }

  #answer(row: SendRow): SpendAnswer {
    return answerOf(row, this.#parts.chainBook, this.#store)
  }

  #answerAgain(row: SendRow, request: SpendRequest): SpendAnswer {
    if (row.request_hash !== hashOf(request)) throw new ApiError('conflict', walletMessages.keyReused)
    return this.#answer(row)
  }

  /** A further attempt (`.2` follows the first) at the same payment only once every earlier one has failed. */
  #assertFurther(key: string, request: SpendRequest): void {
    const [, intention] = /^(.+)\.\d+$/.exec(key) ?? []
    if (intention === undefined || request.choice !== 1) return
    const attempts = this.#store.listAttempts(intention, request.recipient_address)
    // Others may number payments of their own so.
    if (attempts[0]?.idempotency_key !== intention) return
    const isSame = ({ amount_sats }: SendRow) => request.send_all || amount_sats === request.spend_amount
    if (attempts.some(row => isSame(row) && this.#answer(row).status !== 'failed'))
      throw new ApiError('conflict', walletMessages.attemptOpen)
  }

  /** The relay knows of an order that this wallet does not: a restored backup may be older than its payment. */
  #assertUnpaid(request: SpendRequest, { at, txid }: HandedBefore): void {
    if (txid !== null) throw new ApiError('conflict', walletMessages.paidBefore)
    if (!this.#parts.isSynced()) throw new ApiError('unavailable', walletMessages.paidMaybe)
    const payees = request.choice === 1 ? [request] : request.choice === 5 ? request.payees : []
    const least = request.choice === 1 && request.send_all ? () => 1 : (sats: number) => sats
    const isPaid = payees.some(({ recipient_address, spend_amount }) =>
      this.#store.isPaidElsewhere(recipient_address, least(spend_amount), at - blockTimeOffMs),
    )
    if (isPaid) throw new ApiError('conflict', walletMessages.paidBefore)
  }

  #keepRefusal(request: SpendRequest, key: string | null, error: RefusedError): SpendAnswer {
    const refusal = toRefusal(error)
    if (key !== null) {
      const row = refusedRow({ request, key, now: this.#parts.now() }, refusal)
      this.#parts.database.transact(tx => this.#store.insert(tx, row))
    }
    return failed(refusal)
  }
}
