import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Logger } from '@hornets/server/process/logger'
import { type BroadcastResult, type Chain, ChainError } from '../chain/chain.ts'
import { parseTransaction } from '../coins/raw-transaction.ts'
import { refused } from '../coins/refused-error.ts'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import { inOrder } from '../history/book/chronology.ts'
import { toRefusal } from './answer.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Refusal, SendRow, SendStore, WaitingRow } from './send-store.ts'

/** New payments wait for a rebroadcast this long; the next round retries it. */
const patienceMs = 10_000

interface BroadcasterParts {
  readonly database: WalletDatabase
  readonly chainBook: ChainBook
  readonly chain: Chain | null
  readonly logger: Logger
  readonly checkpoint: Checkpoint
}

/** Broadcasts recorded payments and records the network's answers. */
export class Broadcaster {
  readonly #parts: BroadcasterParts
  readonly #store: SendStore

  constructor(parts: BroadcasterParts, store: SendStore) {
    this.#parts = parts
    this.#store = store
  }

  /** `isFirst`: it never left this process before, so a refusal ends it. */
  async broadcast(row: SendRow, isFirst: boolean): Promise<void> {
    const { database, chainBook, checkpoint } = this.#parts
    const result = await this.#offer(row.raw ?? '', row.txid)
    if (result === null) return
    checkpoint('broadcast')
    database.transact(tx => {
      // It may be confirmed although this node knows neither it nor its coins any more: it is paid.
      const place = chainBook.find(row.txid)?.state
      if (result.accepted || place === 'mempool' || place === 'confirmed') this.#accept(tx, row.txid)
      else if (isFirst && result.isFinal) {
        chainBook.forget(tx, row.txid)
        const why = isTooEarly(result.reason) ? refusals.tooEarly : refusals.rejectedByNetwork
        this.#store.refuse(tx, row.id, toRefusal(refused(why, { network_reason: result.reason })))
      } else this.#store.note(tx, row.txid, notTaken(result.reason, row.signed_elsewhere))
    })
    checkpoint('accepted')
  }

  /** Rebroadcasts waiting payments: after a crash, an outage, or when nodes forgot them. */
  async resume(): Promise<void> {
    if (!this.#parts.chain) return
    this.#parts.database.transact(tx => this.#store.acceptSeen(tx))
    const place = { kind: 'mempool' } as const
    const waiting = this.#store.listWaiting().map(row => ({ ...row, place, parsed: parseTransaction(row.raw) }))
    // Nodes need parents first.
    for (const row of inOrder(waiting)) if (!(await this.#offerAgain(row)) && !(await this.#isAnybodyThere())) return
  }

  /** Given up only if a known transaction spends its coins. Returns whether there was an answer. */
  async #offerAgain({ txid, raw, isSignedElsewhere }: WaitingRow): Promise<boolean> {
    const { database, chainBook } = this.#parts
    const result = await this.#offer(raw, txid, AbortSignal.timeout(patienceMs))
    if (result === null) return false
    database.transact(tx => {
      if (result.accepted) return this.#accept(tx, txid)
      chainBook.giveUp(tx, txid)
      this.#store.note(tx, txid, notTaken(result.reason, isSignedElsewhere))
    })
    return true
  }

  /** Null without an answer: it is kept. */
  async #offer(raw: string, txid: string, signal?: AbortSignal): Promise<BroadcastResult | null> {
    const { chain, logger } = this.#parts
    try {
      return await (chain as Chain).broadcast(raw, txid, signal)
    } catch (err) {
      if (!(err instanceof ChainError)) throw err
      logger.warn({ err, txid }, 'keeping a payment until the chain answers again')
      return null
    }
  }

  /** One shared wait, instead of one per payment. */
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
    this.#parts.chainBook.accept(tx, txid)
    this.#store.accept(tx, txid)
  }
}

/** The node is at a lower block than the payment's lock time: Bitcoin Core calls it 'non-final'. */
const isTooEarly = (reason: string) => /\bnon-final\b/.test(reason)

/** Why it waits: the nodes' answer. */
function notTaken(network_reason: string, isSignedElsewhere: 0 | 1): Refusal {
  const ours = isTooEarly(network_reason) ? 'tooEarlyNow' : 'notTakenNow'
  return toRefusal(refused(refusals[isSignedElsewhere ? 'signedElsewhere' : ours], { network_reason }))
}
