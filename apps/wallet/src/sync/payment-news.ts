import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { PaymentReport } from '@hornets/contract/wallet/relay/push'
import { toTimestamp } from '@hornets/server/clock'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { ChainBook } from '../history/book/chain-book.ts'
import { whyWaiting } from '../send/answer.ts'
import type { SendService } from '../send/send-service.ts'
import { PaymentNewsStore } from './payment-news-store.ts'

type InFlight = NonNullable<ReturnType<SendService['findSent']>>

interface PaymentNewsParts {
  readonly database: WalletDatabase
  readonly chainBook: ChainBook
  /** Payments that are not confirmed, replaced or given up. */
  readonly listInFlight: () => InFlight[]
  readonly find: (txid: string) => InFlight | undefined
}

interface News {
  readonly report: PaymentReport
  /** Stored once the relay has received it. */
  readonly said: string
  readonly isEnded: boolean
}

/** Compared with acknowledged reports; outcomes are queued in the recording transaction: a crash loses nothing. */
export class PaymentNews {
  readonly #parts: PaymentNewsParts
  readonly #store: PaymentNewsStore

  constructor(parts: PaymentNewsParts) {
    this.#parts = parts
    this.#store = new PaymentNewsStore(parts.database.reads)
  }

  /** Pending payments that changed, and reported ones that ended. */
  waiting(limit: number): News[] {
    const inFlight = this.#parts.listInFlight()
    const pushed = this.#store.list()
    const current = new Set(inFlight.map(({ txid }) => txid))
    const replacements = new Map(
      inFlight.flatMap(({ replaces, txid }) => (replaces === null ? [] : [[replaces, txid]])),
    )
    const ended = [...pushed.keys()].filter(txid => !current.has(txid)).flatMap(txid => this.#parts.find(txid) ?? [])
    return [...inFlight.toReversed(), ...ended]
      .map(row => {
        const report = this.#describe(row, replacements.get(row.txid))
        return { report, said: JSON.stringify(report), isEnded: !current.has(row.txid) }
      })
      .filter(({ report, said, isEnded }) => isEnded || pushed.get(report.txid) !== said)
      .slice(0, limit)
  }

  /** The relay received these. Later changes are reported again. */
  acknowledge(news: readonly News[]): void {
    this.#parts.database.transact(tx => {
      for (const { report, said, isEnded } of news)
        if (isEnded && this.#isStill(said, report.txid)) this.#store.remove(tx, report.txid)
        else this.#store.put(tx, report.txid, said)
    })
  }

  /** Reports these again; returns those that this wallet does not know: it was restored from an older backup. */
  tellAgain(txids: readonly string[]): string[] {
    const { database, find, chainBook } = this.#parts
    const isUnknown = (txid: string) => find(txid) === undefined && chainBook.find(txid) === undefined
    database.transact(tx => {
      for (const txid of txids) if (find(txid)) this.#store.put(tx, txid, '')
    })
    return txids.filter(isUnknown)
  }

  /** The relay may have lost them, or still count ended ones as pending. */
  putAll(tx: WalletTransaction): void {
    this.#store.putAll(tx)
  }

  /** False if it changed while the report was under way. */
  #isStill(said: string, txid: string): boolean {
    const row = this.#parts.find(txid)
    return row !== undefined && JSON.stringify(this.#describe(row, undefined)) === said
  }

  #describe(row: InFlight, replacement: string | undefined): PaymentReport {
    const { state, replaced_by } = this.#stateOf(row, replacement)
    return {
      txid: row.txid,
      intention: row.idempotency_key ?? `payment ${row.id}`,
      state,
      ...(replaced_by && { replaced_by }),
      fee_rate: ownRateOf(row),
      amount_sats: row.amount_sats,
      recipient_address: row.recipient,
      ...(row.payees > 1 && { payees: row.payees }),
      enable_rbf: row.enable_rbf === 1,
      timestamp: toTimestamp(row.created_at),
      ...(state === 'waiting' && this.#parts.chainBook.isOrphaned(row.txid) && { orphaned: true as const }),
      ...(state === 'waiting' && whyWaiting(row)),
    }
  }

  /** @param replacement our payment that is to replace it, but has not yet */
  #stateOf(row: InFlight, replacement: string | undefined): Pick<PaymentReport, 'state' | 'replaced_by'> {
    const record = this.#parts.chainBook.find(row.txid)
    if (record?.state === 'confirmed') return { state: 'confirmed' }
    const replaced_by = record?.replaced_by ?? replacement
    if (replaced_by !== undefined) return { state: 'replaced', replaced_by }
    if (row.state === 'abandoned') return { state: 'abandoned' }
    if (record === undefined || row.state === 'failed') return { state: 'refused' }
    if (record.state === 'mempool') return { state: 'pending' }
    if (record.state === 'recorded') return { state: 'waiting' }
    const winner = this.#parts.chainBook.winnerBehind(row.txid)
    return { state: 'lost', ...(winner !== undefined && { replaced_by: winner }) }
  }
}

/** Satoshis per virtual byte; reports contain no more. */
const highestRate = 10_000

/** For a child, `fee_rate` includes its parent; a replacement has to beat the child's own. */
function ownRateOf({ fee_sats, vsize, fee_rate }: InFlight): number {
  if (fee_sats <= feeSatsOf(vsize, fee_rate)) return fee_rate
  return Math.min(highestRate, Math.round((fee_sats / vsize) * 1000) / 1000)
}
