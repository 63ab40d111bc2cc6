import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Confirmed } from '@hornets/contract/wallet/confirmations'
import type { SpendAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { LimitFunction } from 'p-limit'
import type { AddressBook } from '../addresses/address-book.ts'
import type { NetworkTraits } from '../bitcoin/network.ts'
import type { Chain } from '../chain/chain.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { type ParsedTransaction, parseTransaction } from '../coins/raw-transaction.ts'
import { RefusedError } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { LabelRow } from '../history/labels/labels.ts'
import { isSignedThrough } from '../keys/signing/check-signatures.ts'
import type { SpendGuard } from '../security/spend-guard.ts'
import { answerOf, failed, toRefusal } from './answer.ts'
import type { Broadcaster } from './broadcaster.ts'
import { checkDraft } from './check-draft.ts'
import type { Checkpoint } from './checkpoint.ts'
import { describePlan, spendOf } from './describe-plan.ts'
import { assertOnline } from './online.ts'
import { labelsOf } from './payees.ts'
import type { PlanMaker } from './plan-maker.ts'
import { rowOf } from './send-row.ts'
import type { Refusal, SendRow, SendStore } from './send-store.ts'
import type { SharedDrafts } from './shared-drafts.ts'

/** How long the coins of an unsigned PSBT are reserved. */
const draftMs = 60 * 60_000
/** For one signed by several people: until it is sent or dropped. */
const sharedDraftMs = 100 * 365 * 24 * 60 * 60_000

interface DraftParts {
  readonly database: WalletDatabase
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly chainBook: ChainBook
  readonly chain: Chain | null
  readonly plans: PlanMaker
  readonly guard: SpendGuard
  readonly sharedDrafts: SharedDrafts
  readonly network: NetworkTraits
  readonly now: Clock
  /** Shared with everything that counts towards the limits. */
  readonly mutex: LimitFunction
  readonly checkpoint: Checkpoint
  readonly store: SendStore
  readonly broadcaster: Broadcaster
  /** Stores a label with a transaction or an output, in the transaction that stores the draft. */
  readonly label: (tx: WalletTransaction, row: LabelRow) => void
}

/** Payments signed elsewhere: planned and stored here, sent once they return signed. */
export class Drafts {
  readonly #parts: DraftParts
  readonly #store: SendStore
  readonly #mutex: LimitFunction

  constructor(parts: DraftParts) {
    this.#parts = parts
    this.#store = parts.store
    this.#mutex = parts.mutex
  }

  /** Reserves the plan's coins. Throws RefusedError, ApiError: 'wallet_missing', 'confirmation_needed'. */
  make(request: SpendRequest, confirmed: Confirmed): Promise<{ plan: TransactionPlan; txid: string }> {
    return this.#mutex(async () => {
      const { database, plans, coins, addresses, chainBook, now, label, guard, network, sharedDrafts } = this.#parts
      const plan = await plans.plan(request)
      await guard.allowElsewhere(spendOf(request, plan, network), confirmed)
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
        chainBook.takeAlong(tx, paid.txid, plan.takesAlong ?? [], request.choice === 2)
        for (const one of labelsOf(request, plan, paid.txid, network)) label(tx, one)
      })
      return { plan, txid: paid.txid }
    })
  }

  /** Frees coins and change address; it is still accepted when it returns signed. Throws ApiError('not_found'). */
  drop(txid: string): Promise<void> {
    return this.#mutex(async () => {
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

  /** Once; refused, it waits: its signer can send it. Throws ApiError: 'not_found', 'bad_request', 'unavailable'. */
  finish(raw: string): Promise<SpendAnswer> {
    return this.#mutex(async () => {
      const { database, coins, chainBook, broadcaster, checkpoint, sharedDrafts } = this.#parts
      assertOnline(this.#parts.chain)
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
        chainBook.record(tx, raw)
      })
      checkpoint('recorded')
      await broadcaster.broadcast({ ...draft, state: 'recorded', raw, vsize: signed.vsize, refusal: null }, false)
      return this.#answer(this.#store.find(draft.id) ?? draft)
    })
  }

  #placeOf(txid: string): string {
    return this.#parts.chainBook.find(txid)?.state ?? ''
  }

  #refusalOf(draft: SendRow, signed: ParsedTransaction): Refusal | null {
    const { chainBook, coins } = this.#parts
    try {
      checkDraft(draft, signed, { chainBook, coins })
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
    if (spent.length < signed.inputs.length || (await isSignedThrough(signed, spent))) return
    throw new ApiError('bad_request', walletMessages.signaturesWrong)
  }

  /** Its signer can still send it: its coins become free only if a known transaction spends one. */
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
    return answerOf(row, this.#parts.chainBook, this.#store)
  }
}
