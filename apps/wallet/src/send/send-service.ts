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
import { type Chain, ChainError } from '../chain/chain.ts'
import type { TransactionPlan } from '../coins/coin.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { RefusedError, refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { CoinBook } from '../history/coin-book.ts'
import type { Ledger } from '../history/ledger.ts'
import type { Vault } from '../keys/vault.ts'
import type { NetworkTraits } from '../network.ts'
import type { Checkpoint } from './checkpoint.ts'
import { describePlan, type PaidTo } from './describe-plan.ts'
import type { PlanMaker } from './plan-maker.ts'
import { type Refusal, type SendRow, SendStore } from './send-store.ts'

/** How long the coins of an unsigned PSBT are kept for it. */
const draftMs = 60 * 60_000

/** What nodes say of a transaction whose coins something else has spent. */
const inputsAreGone = /missing|spent|conflict|replacement/i

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
      const row = this.#record(request, key, plan, raw)
      this.#parts.checkpoint('recorded')
      return this.#broadcast(row)
    })
  }

  /** Keeps the coins of a plan that is signed elsewhere. Throws RefusedError, ApiError('wallet_missing'). */
  draft(request: SpendRequest): Promise<TransactionPlan> {
    return this.#turns.run(async () => {
      const { database, plans, coins, addresses, now } = this.#parts
      const plan = await plans.plan(request)
      const paid = describePlan(request, plan, this.#parts.network)
      const until = now() + draftMs
      database.transact(tx => {
        this.#store.forgetDrafts(tx, now() - draftMs)
        const row = { ...this.#rowOf(request, null, plan, paid), state: 'draft', txid: paid.txid, raw: null } as const
        const sendId = this.#store.insert(tx, row)
        for (const coin of plan.inputs) coins.lock(tx, coin, { sendId, until })
        for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script, until)
      })
      return plan
    })
  }

  /** Sends a draft that came back signed. Throws ApiError: 'not_found' for what was never drafted, 'unavailable'. */
  finishDraft(raw: string): Promise<SpendAnswer> {
    return this.#turns.run(async () => {
      const { database, coins, ledger } = this.#parts
      this.#assertOnline()
      const { txid, vsize } = parseTransaction(raw)
      const draft = this.#store.findDraft(txid)
      if (!draft) throw new ApiError('not_found', walletMessages.psbtUnknown)
      database.transact(tx => {
        ledger.record(tx, raw)
        this.#store.sign(tx, draft.id, raw, vsize)
        coins.releaseDraft(tx, draft.id)
      })
      return this.#broadcast({ ...draft, state: 'recorded', raw, vsize })
    })
  }

  /** Hands what is signed to the network again: after a crash, an outage, or when nodes have forgotten it. */
  resume(): Promise<void> {
    return this.#turns.run(async () => {
      if (!this.#parts.chain) return
      for (const row of this.#store.listRecorded()) await this.#broadcast(row)
      for (const { txid, raw } of this.#store.listLost()) await this.#broadcastLost(txid, raw)
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

  #record(request: SpendRequest, key: string | null, plan: TransactionPlan, raw: string): SendRow {
    const { database, ledger, addresses, label } = this.#parts
    const row = { ...this.#rowOf(request, key, plan, describePlan(request, plan, this.#parts.network)), raw }
    return database.transact(tx => {
      for (const { script, change } of plan.outputs) if (change) addresses.takeChange(tx, script)
      ledger.record(tx, raw)
      if (request.choice === 1 && request.label) label(tx, row.txid, request.label)
      return { ...row, id: this.#store.insert(tx, row) }
    })
  }

  async #broadcast(row: SendRow): Promise<SpendAnswer> {
    const { chain, database, ledger, checkpoint, logger } = this.#parts
    let result: Awaited<ReturnType<Chain['broadcast']>>
    try {
      result = await (chain as Chain).broadcast(row.raw ?? '', row.txid)
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      logger.warn({ err, txid: row.txid }, 'a payment is kept until the chain answers again')
      return answerOf(row)
    }
    checkpoint('broadcast')
    // A block may hold it while this node knows neither it nor its coins any more: it is paid.
    const isThere = ['mempool', 'confirmed'].includes(ledger.find(row.txid)?.state ?? '')
    const refusal: Refusal | null =
      result.accepted || isThere
        ? null
        : toRefusal(refused(refusals.rejectedByNetwork, { network_reason: result.reason }))
    database.transact(tx => {
      if (refusal) {
        ledger.forget(tx, row.txid)
        this.#store.refuse(tx, row.id, refusal)
      } else {
        ledger.accept(tx, row.txid)
        this.#store.accept(tx, row.id)
      }
    })
    checkpoint('accepted')
    const failed = { ...row, state: 'failed', refusal: JSON.stringify(refusal) } as const
    return answerOf(refusal ? failed : { ...row, state: 'sent' })
  }

  async #broadcastLost(txid: string, raw: string): Promise<void> {
    const { chain, database, ledger, logger } = this.#parts
    try {
      const result = await (chain as Chain).broadcast(raw, txid)
      database.transact(tx => {
        if (result.accepted) ledger.accept(tx, txid)
        // For any other reason it may come back: others may still hold it, so that its coins are not free.
        else if (inputsAreGone.test(result.reason)) ledger.drop(tx, txid)
      })
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      logger.warn({ err, txid }, 'a forgotten payment could not be sent again yet')
    }
  }

  #answerAgain(row: SendRow, request: SpendRequest): SpendAnswer {
    if (row.request_hash !== hashOf(request)) throw new ApiError('conflict', walletMessages.keyReused)
    return answerOf(row)
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
    return { txid: '', status: 'failed', ...refusal }
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

function answerOf(row: SendRow): SpendAnswer {
  const { txid, fee_sats, vsize } = row
  if (row.state === 'failed') return { txid: '', status: 'failed', ...(JSON.parse(row.refusal ?? '{}') as Refusal) }
  if (row.state === 'sent')
    return { txid, status: 'success', message: 'The network has the transaction', fee_sats, vsize }
  const message = 'The transaction is signed and kept; the wallet hands it to the network as soon as it answers'
  return { txid, status: 'pending', message, fee_sats, vsize }
}

function toRefusal({ reason, message, template, figures }: RefusedError): Refusal {
  return { reason, message, template, figures }
}

function hashOf(request: SpendRequest): string {
  const sorted = Object.entries(request).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex')
}

function offline(cause?: unknown): ApiError {
  return new ApiError('unavailable', walletMessages.chainOffline, { cause })
}
