// The order: the same intention before? → plan → sign → record → broadcast → accept or refuse.
import { createHash } from 'node:crypto'
import { walletMessages } from '@hornets/contract/wallet/messages'
import { refusals } from '@hornets/contract/wallet/refusals'
import type { SpendAnswer, SpendRequest } from '@hornets/contract/wallet/spending'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/logger'
import { Serial } from '@hornets/server/serial'
import type { AddressBook } from '../addresses/address-book.ts'
import { type BroadcastResult, type Chain, ChainError } from '../chain/chain.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { type ParsedTransaction, parseTransaction } from '../coins/raw-transaction.ts'
import { RefusedError, refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { inOrder } from '../history/chronology.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { Ledger } from '../history/ledger.ts'
import type { Vault } from '../keys/vault.ts'
import type { NetworkTraits } from '../network.ts'
import { answerOf, failed, toRefusal } from './answer.ts'
import { checkDraft, draftMs } from './check-draft.ts'
import type { Checkpoint } from './checkpoint.ts'
import { describePlan, type PaidTo } from './describe-plan.ts'
import type { PlanMaker } from './plan-maker.ts'
import { type Refusal, type SendRow, SendStore, type WaitingRow } from './send-store.ts'

/** What nodes say of a transaction whose coins they do not know, or no longer. */
const inputsAreMissing = /missing/i

export interface SendParts {
  readonly database: WalletDatabase
  readonly vault: Vault
  readonly addresses: AddressBook
  readonly coins: CoinBook
  readonly ledger: Ledger
  readonly chain: Chain | null
  readonly plans: PlanMaker
  readonly network: NetworkTraits
  readonly now: Clock
  readonly logger: Logger
  readonly checkpoint: Checkpoint
  /** Keeps a label with a transaction, in the transaction that records it. */
  readonly label: (tx: WalletTransaction, txid: string, label: string) => void
}

/** Makes payments, each at most once, whatever dies in between. One after the other. */
export class SendService {
  readonly #parts: SendParts
  readonly #store: SendStore
  readonly #turns = new Serial()

  constructor(parts: SendParts) {
    this.#parts = parts
    this.#store = new SendStore(parts.database.reads)
  }

  /**
   * Pays, replaces, cancels or speeds up. With a key that was used before: the answer of then, and no second payment.
   * Throws ApiError: 'wallet_missing', 'wallet_locked', 'conflict' (a key for something else), 'unavailable' (offline).
   */
  pay(request: SpendRequest, key: string | null): Promise<SpendAnswer> {
    return this.#turns.run(async () => {
      const earlier = key === null ? undefined : this.#store.findByKey(key)
      if (earlier) return this.#answerAgain(earlier, request)
      this.#parts.vault.assertCanSign()
      this.#assertOnline()
      const plan = await this.#planOrRefusal(request)
      if (plan instanceof RefusedError) return this.#keepRefusal(request, key, plan)
      this.#parts.checkpoint('planned')
      const raw = this.#parts.vault.sign(plan)
      this.#parts.checkpoint('signed')
      const { row, isNew } = this.#record(request, key, plan, raw)
      this.#parts.checkpoint('recorded')
      return this.#broadcast(row, isNew)
    })
  }

  /** Keeps the coins of a plan that is signed elsewhere. Throws RefusedError, ApiError('wallet_missing'). */
  draft(request: SpendRequest): Promise<TransactionPlan> {
    return this.#turns.run(async () => {
      const { database, plans, coins, addresses, now, label } = this.#parts
      const plan = await plans.plan(request)
      const paid = describePlan(request, plan, this.#parts.network)
      const until = now() + draftMs
      database.transact(tx => {
        this.#store.refuseDrafts(tx, now() - draftMs, toRefusal(refused(refusals.draftTooOld)))
        const row = { ...this.#rowOf(request, null, plan, paid), state: 'draft', txid: paid.txid, raw: null } as const
        const sendId = this.#store.insert(tx, row)
        for (const coin of plan.inputs) coins.lock(tx, coin, { sendId, until })
        for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script, until)
        if (request.choice === 1 && request.label) label(tx, paid.txid, request.label)
      })
      return plan
    })
  }

  /**
   * Sends a draft that came back signed, once: when it comes again, the answer says where it is. Throws ApiError:
   * 'not_found' for what was never drafted, 'unavailable'.
   */
  finishDraft(raw: string): Promise<SpendAnswer> {
    return this.#turns.run(async () => {
      const { database, coins, ledger, checkpoint } = this.#parts
      this.#assertOnline()
      const signed = parseTransaction(raw)
      const draft = this.#store.findByTxid(signed.txid)
      if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
      if (draft.state === 'recorded' || draft.state === 'sent') return this.#answer(draft)
      // Its signer may have sent it by itself: whatever we think of it, it is on its way.
      if (!['recorded', 'mempool', 'confirmed'].includes(this.#placeOf(signed.txid))) {
        if (draft.state === 'failed') return this.#answer(draft)
        const refusal = this.#refusalOf(draft, signed)
        if (refusal) return this.#refuseDraft(draft, refusal)
      }
      const isNew = database.transact(tx => {
        this.#store.sign(tx, draft.id, raw, signed.vsize)
        coins.releaseDraft(tx, draft.id)
        return ledger.record(tx, raw)
      })
      checkpoint('recorded')
      return this.#broadcast({ ...draft, state: 'recorded', raw, vsize: signed.vsize, refusal: null }, isNew)
    })
  }

  /** Hands what is signed to the network again: after a crash, an outage, or when nodes have forgotten it. */
  resume(): Promise<void> {
    return this.#turns.run(async () => {
      if (!this.#parts.chain) return
      this.#parts.database.transact(tx => this.#store.acceptSeen(tx))
      const place = { kind: 'mempool' } as const
      const waiting = this.#store.listWaiting().map(row => ({ ...row, place, parsed: parseTransaction(row.raw) }))
      // Nodes take nothing before what it spends.
      for (const row of inOrder(waiting)) if (!(await this.#offerAgain(row)) && !(await this.#isAnybodyThere())) return
    })
  }

  listOnTheirWay(): ReturnType<SendStore['listOnTheirWay']> {
    return this.#store.listOnTheirWay()
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

  #record(request: SpendRequest, key: string | null, plan: TransactionPlan, raw: string) {
    const { database, ledger, addresses, label } = this.#parts
    const row = { ...this.#rowOf(request, key, plan, describePlan(request, plan, this.#parts.network)), raw }
    return database.transact(tx => {
      for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script)
      const isNew = ledger.record(tx, raw)
      if (request.choice === 1 && request.label) label(tx, row.txid, request.label)
      return { row: { ...row, id: this.#store.insert(tx, row) }, isNew }
    })
  }

  /** `isFirst`: it has never left before, so that a refusal is the end of it. */
  async #broadcast(row: SendRow, isFirst: boolean): Promise<SpendAnswer> {
    const { database, ledger, checkpoint } = this.#parts
    const result = await this.#handOver(row.raw ?? '', row.txid)
    if (result === null) return this.#answer(row)
    checkpoint('broadcast')
    database.transact(tx => {
      // A block may hold it while this node knows neither it nor its coins any more: it is paid.
      if (result.accepted || ['mempool', 'confirmed'].includes(this.#placeOf(row.txid))) this.#accept(tx, row.txid)
      else if (isFirst) {
        ledger.forget(tx, row.txid)
        this.#store.refuse(tx, row.id, rejected(refusals.rejectedByNetwork, result.reason))
      } else this.#store.note(tx, row.txid, rejected(refusals.notTakenNow, result.reason))
    })
    checkpoint('accepted')
    return this.#answer(this.#store.find(row.id) ?? row)
  }

  /**
   * Nodes that had it from us once, or may have had it, may hold it still, whatever this one says now: only where its
   * coins are known to be gone it is given up. Answers whether there was an answer.
   */
  async #offerAgain({ txid, raw, isUnanswered }: WaitingRow): Promise<boolean> {
    const { database, ledger } = this.#parts
    const result = await this.#handOver(raw, txid)
    if (result === null) return false
    database.transact(tx => {
      if (result.accepted) return this.#accept(tx, txid)
      ledger.giveUp(tx, txid, { isMissing: isUnanswered === 0 && inputsAreMissing.test(result.reason) })
      this.#store.note(tx, txid, rejected(refusals.notTakenNow, result.reason))
    })
    return true
  }

  /** What all have to wait for once need not be waited for at each payment. */
  async #isAnybodyThere(): Promise<boolean> {
    try {
      await this.#parts.chain?.tip()
      return true
    } catch (error) {
      if (error instanceof ChainError) return false
      throw error
    }
  }

  /** Null where nobody answers: it is kept. */
  async #handOver(raw: string, txid: string): Promise<BroadcastResult | null> {
    const { chain, logger } = this.#parts
    try {
      return await (chain as Chain).broadcast(raw, txid)
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      logger.warn({ err, txid }, 'a payment is kept until the chain answers again')
      return null
    }
  }

  #accept(tx: WalletTransaction, txid: string): void {
    this.#parts.ledger.accept(tx, txid)
    this.#store.accept(tx, txid)
  }

  #placeOf(txid: string): string {
    return this.#parts.ledger.find(txid)?.state ?? ''
  }

  #refusalOf(draft: SendRow, signed: ParsedTransaction): Refusal | null {
    const { ledger, coins, now } = this.#parts
    try {
      checkDraft(draft, signed, { ledger, coins, now: now() })
      return null
    } catch (error) {
      if (error instanceof RefusedError) return toRefusal(error)
      throw error
    }
  }

  #refuseDraft(draft: SendRow, refusal: Refusal): SpendAnswer {
    const { database, coins } = this.#parts
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
      const nothing = {
        txid: '',
        raw: null,
        amount_sats: 0,
        recipient: '',
        enable_rbf: 0,
        fee_sats: 0,
        vsize: 0,
      } as const
      const row = {
        ...nothing,
        idempotency_key: key,
        request_hash: hashOf(request),
        choice: request.choice,
        state: 'failed',
        replaces: null,
        fee_rate: 0,
        refusal: JSON.stringify(refusal),
        created_at: this.#parts.now(),
      } as const
      this.#parts.database.transact(tx => this.#store.insert(tx, row))
    }
    return failed(refusal)
  }

  #rowOf(request: SpendRequest, key: string | null, plan: TransactionPlan, paid: PaidTo): Omit<SendRow, 'id' | 'raw'> {
    return {
      idempotency_key: key,
      request_hash: hashOf(request),
      choice: request.choice,
      state: 'recorded',
      txid: paid.txid,
      replaces: request.choice === 2 || request.choice === 3 ? request.original_tx_id : null,
      amount_sats: paid.amountSats,
      recipient: paid.recipient,
      enable_rbf: plan.signalsReplacement ? 1 : 0,
      fee_sats: plan.feeSats,
      vsize: plan.vsize,
      fee_rate: request.choice === 1 ? request.priority_rate : request.new_fee_rate,
      refusal: null,
      created_at: this.#parts.now(),
    }
  }

  #assertOnline(): void {
    if (!this.#parts.chain) throw offline()
  }
}

type Rejection = typeof refusals.rejectedByNetwork | typeof refusals.notTakenNow

function rejected(refusal: Rejection, network_reason: string): Refusal {
  return toRefusal(refused(refusal, { network_reason }))
}

function hashOf(request: SpendRequest): string {
  const sorted = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

function offline(cause?: unknown): ApiError {
  return new ApiError('unavailable', walletMessages.chainOffline, { cause })
}
