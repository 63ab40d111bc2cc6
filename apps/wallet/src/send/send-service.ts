// The order: same intention before? → plan → sign → record → broadcast → accept or refuse.
import type { Confirmed, NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import { walletMessages } from '@hornets/contract/wallet/messages'
import type { PageQuery } from '@hornets/contract/wallet/page'
import { refusals } from '@hornets/contract/wallet/refusals'
import type { SpendAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Serial } from '@hornets/server/serial'
import type { AddressBook } from '../addresses/address-book.ts'
import { type Chain, ChainError } from '../chain/chain.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { type ParsedTransaction, parseTransaction } from '../coins/raw-transaction.ts'
import { RefusedError, refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { LabelRow } from '../history/labels.ts'
import type { Ledger } from '../history/ledger.ts'
import { isSignedThrough } from '../keys/check-signatures.ts'
import type { Vault } from '../keys/vault.ts'
import type { NetworkTraits } from '../network.ts'
import { outflowOf, type Spend, type SpendGuard, type SpendOrigin } from '../security/spend-guard.ts'
import { answerOf, failed, toRefusal } from './answer.ts'
import { Broadcaster } from './broadcaster.ts'
import { checkDraft } from './check-draft.ts'
import type { Checkpoint } from './checkpoint.ts'
import { describePlan } from './describe-plan.ts'
import { labelsOf, type PaidPayee } from './payees.ts'
import type { PlanMaker } from './plan-maker.ts'
import { hashOf, refusedRow, rowOf } from './send-row.ts'
import { type Refusal, type SendRow, SendStore } from './send-store.ts'
import type { SharedDrafts } from './shared-drafts.ts'

/** How long the coins of an unsigned PSBT are reserved. */
const draftMs = 60 * 60_000
/** For one signed by several people: until it is sent or dropped. */
const sharedDraftMs = 100 * 365 * 24 * 60 * 60_000

export interface SendParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly ledger: Ledger
  readonly chain: Chain | null
  readonly plans: PlanMaker
  readonly guard: SpendGuard
  readonly sharedDrafts: SharedDrafts
  readonly network: NetworkTraits
  readonly now: Clock
  readonly logger: Logger
  /** Shared with everything that counts towards the limits. */
  readonly turns: Serial
  readonly checkpoint: Checkpoint
  /** Stores a label of a transaction or output, in the transaction that records the payment. */
  readonly label: (tx: WalletTransaction, row: LabelRow) => void
}

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
  readonly #turns: Serial

  constructor(parts: SendParts) {
    this.#parts = parts
    this.#turns = parts.turns
    this.#store = new SendStore(parts.database.reads)
    this.#broadcaster = new Broadcaster(parts, this.#store)
  }

  /**
   * Pays, replaces, cancels or speeds up. A known key returns the earlier answer without paying again. Throws ApiError:
   * 'wallet_missing', 'wallet_locked', 'conflict' (a key used for something else), 'unavailable' (offline), and for
   * missing confirmations 'confirmation_needed' and 'repeated_payment'.
   */
  pay(request: SpendRequest, key: string | null, by: Omit<SpendOrigin, 'hasKey'>): Promise<SpendAnswer> {
    return this.#turns.run(async () => {
      const earlier = key === null ? undefined : this.#store.findByKey(key)
      if (earlier) return this.#answerAgain(earlier, request)
      this.#parts.vault.assertCanSign()
      this.#assertOnline()
      const plan = await this.#planOrRefusal(request)
      if (plan instanceof RefusedError) return this.#keepRefusal(request, key, plan)
      const useApproval = await this.#parts.guard.allow(this.#spendOf(request, plan), { ...by, hasKey: key !== null })
      this.#parts.checkpoint('planned')
      const raw = await this.#parts.vault.sign(plan)
      this.#parts.checkpoint('signed')
      const { row, isNew } = this.#record({ request, key, plan, raw }, useApproval)
      this.#parts.checkpoint('recorded')
      return this.#broadcast(row, isNew)
    })
  }

  /**
   * Reserves the coins of a plan that is signed elsewhere. Throws RefusedError, ApiError: 'wallet_missing',
   * 'confirmation_needed'.
   */
  draft(request: SpendRequest, confirmed: Confirmed): Promise<{ plan: TransactionPlan; txid: string }> {
    return this.#turns.run(async () => {
      const { database, plans, coins, addresses, ledger, now, label, guard, network, sharedDrafts } = this.#parts
      const plan = await plans.plan(request)
      await guard.allowElsewhere(this.#spendOf(request, plan), confirmed)
      const paid = describePlan(request, plan, network)
      const until = now() + (sharedDrafts.isShared() ? sharedDraftMs : draftMs)
      database.transact(tx => {
        coins.releaseExpired(tx)
        const planned = rowOf({ request, key: null, now: now() }, plan, paid)
        const row = { ...planned, state: 'draft', raw: null, signed_elsewhere: 1 } as const
        const sendId = this.#store.insert(tx, row, paid.payees)
        sharedDrafts.keep(tx, sendId, plan)
        for (const coin of plan.inputs) coins.lock(tx, coin, { sendId, until })
        for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script, until)
        ledger.takeAlong(tx, paid.txid, plan.takesAlong ?? [], request.choice === 2)
        for (const one of labelsOf(request, plan, paid.txid, network)) label(tx, one)
      })
      return { plan, txid: paid.txid }
    })
  }

  /**
   * Frees the coins and the change address of a draft; it is still accepted when it returns signed. Throws
   * ApiError('not_found').
   */
  drop(txid: string): Promise<void> {
    return this.#turns.run(async () => {
      const { database, coins, addresses, sharedDrafts } = this.#parts
      const draft = this.#store.findByTxid(txid)
      if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
      database.transact(tx => {
        addresses.letChangeGo(tx, coins.keptUntil(draft.id))
        coins.releaseDraft(tx, draft.id)
        sharedDrafts.forget(tx, draft.id)
      })
    })
  }

  /**
   * Sends a signed draft, once; repeated calls return its status. If nodes refuse it, it keeps waiting, since its
   * signer can send it too. Throws ApiError: 'not_found' if it was never drafted, 'bad_request' if a signature is
   * missing or wrong, 'unavailable'.
   */
  finishDraft(raw: string): Promise<SpendAnswer> {
    return this.#turns.run(async () => {
      const { database, coins, ledger, checkpoint, sharedDrafts } = this.#parts
      this.#assertOnline()
      const signed = parseTransaction(raw)
      const draft = this.#store.findByTxid(signed.txid)
      if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
      if (draft.state === 'recorded' || draft.state === 'sent') return this.#answer(draft)
      // Its signer may have sent it already: then it is pending whatever we think of it.
      if (!['recorded', 'mempool', 'confirmed'].includes(this.#placeOf(signed.txid))) {
        await this.#assertSigned(signed)
        const refusal = this.#refusalOf(draft, signed)
        if (refusal) return this.#refuseDraft(draft, refusal)
      }
      database.transact(tx => {
        this.#store.sign(tx, draft.id, raw, signed.vsize)
        coins.releaseDraft(tx, draft.id)
        sharedDrafts.forget(tx, draft.id)
        ledger.record(tx, raw)
      })
      checkpoint('recorded')
      return this.#broadcast({ ...draft, state: 'recorded', raw, vsize: signed.vsize, refusal: null }, false)
    })
  }

  /**
   * Stops sending a payment that may never confirm, and its descendants; returns their ids. Throws
   * ApiError('not_found'), RefusedError if its coins are available: then it can be cancelled.
   */
  abandon(txid: string): Promise<string[]> {
    return this.#turns.run(async () => {
      const { database, ledger } = this.#parts
      if (!this.#store.findByTxid(txid) || !ledger.find(txid))
        throw new ApiError('not_found', refusals.unknownTransaction.template)
      if (!ledger.isOrphaned(txid)) throw refused(refusals.notOrphaned)
      return database.transact(tx => {
        const abandoned = ledger.abandon(tx, txid)
        for (const one of abandoned) this.#store.abandon(tx, one)
        return abandoned
      })
    })
  }

  isOrphaned(txid: string): boolean {
    return this.#parts.ledger.isOrphaned(txid)
  }

  /** Rebroadcasts signed payments: after a crash, an outage, or when nodes forgot them. */
  resume(): Promise<void> {
    return this.#turns.run(() => this.#broadcaster.resume())
  }

  /** Plans, and returns the confirmations that the payment would need. Throws as `PlanMaker.plan`. */
  async preview(request: SpendRequest): Promise<{ plan: TransactionPlan; needs: NeededConfirmation[] }> {
    const plan = await this.#parts.plans.plan(request)
    const signsHere = this.#parts.vault.wallet().sealed !== null
    return { plan, needs: this.#parts.guard.needs(this.#spendOf(request, plan), { signsHere }) }
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

  #spendOf(request: SpendRequest, plan: TransactionPlan): Spend {
    const { amountSats, recipient, payees } = describePlan(request, plan, this.#parts.network)
    return { request, plan, amountSats, recipient, payees }
  }

  #record({ request, key, plan, raw }: Signed, useApproval: (tx: WalletTransaction) => void) {
    const { database, ledger, addresses, network, now, label } = this.#parts
    const outflow_sats = outflowOf(this.#spendOf(request, plan))
    const paid = describePlan(request, plan, network)
    const row = { ...rowOf({ request, key, now: now() }, plan, paid), raw, outflow_sats }
    return database.transact(tx => {
      useApproval(tx)
      for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script)
      const isNew = ledger.record(tx, raw)
      ledger.takeAlong(tx, row.txid, plan.takesAlong ?? [], request.choice === 2)
      for (const one of labelsOf(request, plan, row.txid, network)) label(tx, one)
      return { row: { ...row, id: this.#store.insert(tx, row, paid.payees) }, isNew }
    })
  }

  /** Returns the network's answer. */
  async #broadcast(row: SendRow, isFirst: boolean): Promise<SpendAnswer> {
    await this.#broadcaster.broadcast(row, isFirst)
    return this.#answer(this.#store.find(row.id) ?? row)
  }

  #placeOf(txid: string): string {
    return this.#parts.ledger.find(txid)?.state ?? ''
  }

  #refusalOf(draft: SendRow, signed: ParsedTransaction): Refusal | null {
    const { ledger, coins } = this.#parts
    try {
      checkDraft(draft, signed, { ledger, coins })
      return null
    } catch (error) {
      if (error instanceof RefusedError) return toRefusal(error)
      throw error
    }
  }

  /** Nothing is recorded that nobody can send: it would reserve its coins in vain. */
  async #assertSigned(signed: ParsedTransaction): Promise<void> {
    // Their signatures were verified when the transaction was assembled.
    if (this.#parts.sharedDrafts.isShared()) return
    const spent = signed.inputs.flatMap(({ txid, vout }) => this.#parts.coins.find(txid, vout) ?? [])
    // Unknown coins are refused as such.
    if (spent.length < signed.inputs.length || (await isSignedThrough(signed, spent))) return
    throw new ApiError('bad_request', walletMessages.signaturesWrong)
  }

  /**
   * Its signer can still send it, and missing coins can return: each return is checked again, and its coins become free
   * only if a known transaction spends one.
   */
  #refuseDraft(draft: SendRow, refusal: Refusal): SpendAnswer {
    const { database, coins } = this.#parts
    if (refusal.template === refusals.coinNotSpendable.template) return failed(refusal)
    database.transact(tx => {
      this.#store.refuse(tx, draft.id, refusal)
      coins.releaseDraft(tx, draft.id)
    })
    return failed(refusal)
  }

  #answer(row: SendRow): SpendAnswer {
    return answerOf(row, this.#parts.ledger, this.#store)
  }

  #answerAgain(row: SendRow, request: SpendRequest): SpendAnswer {
    if (row.request_hash !== hashOf(request)) throw new ApiError('conflict', walletMessages.keyReused)
    return this.#answer(row)
  }

  #keepRefusal(request: SpendRequest, key: string | null, error: RefusedError): SpendAnswer {
    const refusal = toRefusal(error)
    if (key !== null) {
      const row = refusedRow({ request, key, now: this.#parts.now() }, refusal)
      this.#parts.database.transact(tx => this.#store.insert(tx, row))
    }
    return failed(refusal)
  }

  #assertOnline(): void {
    if (!this.#parts.chain) throw offline()
  }
}

function offline(cause?: unknown): ApiError {
  return new ApiError('unavailable', walletMessages.chainOffline, { cause })
}
