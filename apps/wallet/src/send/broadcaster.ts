import { refusals } from '@hornets/contract/wallet/refusals'
import type { Logger } from '@hornets/server/process/logger'
import { type BroadcastResult, type Chain, ChainError } from '../chain/chain.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import { inOrder } from '../history/chronology.ts'
import type { Ledger } from '../history/ledger.ts'
import { toRefusal } from './answer.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Refusal, SendRow, SendStore, WaitingRow } from './send-store.ts'

/** Payments that are made wait for what is offered again; the next round offers it once more. */
const patienceMs = 10_000

interface BroadcasterParts {
  readonly database: WalletDatabase
  readonly ledger: Ledger
  readonly chain: Chain | null
  readonly logger: Logger
  readonly checkpoint: Checkpoint
}

/** Hands what is signed and written down to the network, and writes down what that says. */
export class Broadcaster {
  readonly #parts: BroadcasterParts
  readonly #store: SendStore

  constructor(parts: BroadcasterParts, store: SendStore) {
    this.#parts = parts
    this.#store = store
  }

  /** `isFirst`: it has never left this process before, so that a refusal is the end of it. */
  async broadcast(row: SendRow, isFirst: boolean): Promise<void> {
    const { database, ledger, checkpoint } = this.#parts
    const result = await this.#offer(row.raw ?? '', row.txid)
    if (result === null) return
    checkpoint('broadcast')
    database.transact(tx => {
      // A block may hold it while this node knows neither it nor its coins any more: it is paid.
      const place = ledger.find(row.txid)?.state
      if (result.accepted || place === 'mempool' || place === 'confirmed') this.#accept(tx, row.txid)
      else if (isFirst && result.isFinal) {
        ledger.forget(tx, row.txid)
        this.#store.refuse(
          tx,
          row.id,
          toRefusal(refused(refusals.rejectedByNetwork, { network_reason: result.reason })),
        )
      } else this.#store.note(tx, row.txid, notTaken(result.reason, row.signed_elsewhere))
    })
    checkpoint('accepted')
  }

  /** All that waits again: after a crash, an outage, or when nodes have forgotten it. */
  async resume(): Promise<void> {
    if (!this.#parts.chain) return
    this.#parts.database.transact(tx => this.#store.acceptSeen(tx))
    const place = { kind: 'mempool' } as const
    const waiting = this.#store.listWaiting().map(row => ({ ...row, place, parsed: parseTransaction(row.raw) }))
    // Nodes take nothing before what it spends.
    for (const row of inOrder(waiting)) if (!(await this.#offerAgain(row)) && !(await this.#isAnybodyThere())) return
  }

  /**
   * Nodes that had it from us once, or may have had it, may hold it still, whatever this one says now: only where
   * something else is known to have its coins it is given up. Answers whether there was an answer.
   */
  async #offerAgain({ txid, raw, isSignedElsewhere }: WaitingRow): Promise<boolean> {
    const { database, ledger } = this.#parts
    const result = await this.#offer(raw, txid, AbortSignal.timeout(patienceMs))
    if (result === null) return false
    database.transact(tx => {
      if (result.accepted) return this.#accept(tx, txid)
      ledger.giveUp(tx, txid)
      this.#store.note(tx, txid, notTaken(result.reason, isSignedElsewhere))
    })
    return true
  }

  /** Null where nobody answers: it is kept. */
  async #offer(raw: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult | null> {
    const { chain, logger } = this.#parts
    try {
      return await (chain as Chain).broadcast(raw, txid, signal)
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      logger.warn({ err, txid }, 'a payment is kept until the chain answers again')
      return null
    }
  }

  /** What all have to wait for once need not be waited for at each payment. */
  async #isAnybodyThere(): Promise<boolean> {
    try {
      await this.#parts.chain?.tip(AbortSignal.timeout(patienceMs))
      return true
    } catch (error) {
      if (error instanceof ChainError) return false
      throw error
    }
  }

  #accept(tx: WalletTransaction, txid: string): void {
    this.#parts.ledger.accept(tx, txid)
    this.#store.accept(tx, txid)
  }
}

/** Why one waits: what nodes say of it. */
function notTaken(network_reason: string, isSignedElsewhere: 0 | 1): Refusal {
  return toRefusal(refused(refusals[isSignedElsewhere ? 'signedElsewhere' : 'notTakenNow'], { network_reason }))
}
