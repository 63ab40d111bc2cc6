import type { AnswerOf, BodyOf } from '@hornets/contract'
import type * as contract from '@hornets/contract/admin/wallet'
import {
  removePendingTransaction,
  replacePendingTransaction,
  savePendingTransaction,
} from '@hornets/contract/admin/wallet'
import type { PaymentReport } from '@hornets/contract/wallet/relay/push'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase, AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { Intended } from './intentions/intended-payment.ts'
import { IntentionStore } from './intentions/intention-store.ts'
import { PendingStore, type ReportedRow } from './pending-store.ts'

const pendingMax = 1000

export interface PendingPaymentsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly bus: Pick<Bus, 'emitWithin'>
  readonly now: Clock
  readonly name: () => string
  /** A transaction after which consoles refetch. */
  readonly change: <Result>(work: (tx: AdminTransaction) => Promise<Result>) => Promise<Result>
}

/** The wallet's own, and those saved by consoles of the family until the wallet reports them. */
export class PendingPayments {
  readonly #parts: PendingPaymentsOptions
  readonly #rows: PendingStore
  readonly #intentions: IntentionStore

  constructor(parts: PendingPaymentsOptions) {
    this.#parts = parts
    this.#rows = new PendingStore(parts.database.reads)
    this.#intentions = new IntentionStore(parts.database.reads)
  }

  async list(): Promise<AnswerOf<typeof contract.listPendingTransactions>> {
    const { name } = this.#parts
    const rows = await this.#rows.listPending({ wallet: name(), limit: pendingMax })
    return rows.map(row => ({
      ID: row.id,
      txid: row.txid,
      feeRate: row.fee_rate,
      amount: row.amount_sats,
      recipient_address: row.recipient_address,
      timestamp: toTimestamp(row.sent_at),
      enable_rbf: row.enable_rbf === 1,
      ...(row.payees !== null && { payees: row.payees }),
      ...(row.reported === 0 && { untold: true as const }),
      ...(row.state !== null && { status: row.state === 'waiting' ? ('pending' as const) : ('success' as const) }),
      ...(row.orphaned === 1 && { orphaned: true as const }),
      ...(row.said !== null && (JSON.parse(row.said) as Pick<PaymentReport, 'message' | 'template' | 'figures'>)),
    }))
  }

  /** Replaces what was known by the wallet's report. Returns what to do after the commit. */
  async take(tx: AdminTransaction, wallet: string, payments: readonly PaymentReport[]): Promise<() => void> {
    await this.#rows.putReported(
      tx,
      payments.map(report => rowOf(wallet, report)),
    )
    const txids = payments.map(({ txid }) => txid)
    const behind = txids.length === 0 ? [] : await this.#intentions.intentionsBehind(txids, tx)
    return this.#parts.bus.emitWithin(tx, 'walletPayments', behind)
  }

  /** The history has news of these payments, which a restored wallet no longer knows as its own. */
  async takeLines(
    tx: AdminTransaction,
    lines: readonly { readonly txid: string; readonly output: string; readonly value_sats: number }[],
  ): Promise<() => void> {
    const spent = lines.filter(({ value_sats }) => value_sats < 0)
    if (spent.length === 0) return () => undefined
    const [behind, awaited] = await Promise.all([
      this.#intentions.intentionsBehind([...new Set(spent.map(({ txid }) => txid))], tx),
      this.#intentions.awaitedAt([...new Set(spent.map(({ output }) => output))], tx),
    ])
    return this.#parts.bus.emitWithin(tx, 'walletPayments', [...behind, ...awaited])
  }

  async save(payment: BodyOf<typeof contract.savePendingTransaction>, actor: Actor): Promise<void> {
    const row = {
      txid: payment.txid,
      fee_rate: payment.feeRate,
      amount_sats: payment.amount,
      recipient_address: payment.recipient_address,
      sent_at: Date.parse(payment.timestamp),
      enable_rbf: Number(payment.enable_rbf),
      payees: payment.payees ?? null,
    }
    await this.#parts.change(async tx => {
      if (!(await this.#rows.insertPending(tx, row))) return
      const entry = { actor, action: savePendingTransaction.audit, target: payment.txid, after: payment }
      await this.#parts.audit.recordChange(tx, entry)
    })
  }

  intended(reads: AdminReads, wanted: readonly Intended[]): ReturnType<IntentionStore['findIntended']> {
    return this.#intentions.findIntended(wanted, reads)
  }

  remove(txid: string, actor: Actor): Promise<boolean> {
    return this.#parts.change(async tx => {
      if (!(await this.#rows.deleteUnreported(tx, txid))) return false
      await this.#parts.audit.recordChange(tx, { actor, action: removePendingTransaction.audit, target: txid })
      return true
    })
  }

  /** Both steps or none; can be repeated. False if the original is unknown. */
  replace(replacement: BodyOf<typeof contract.replacePendingTransaction>, actor: Actor): Promise<boolean> {
    const rowAfter = (before: { readonly enable_rbf: number }) => ({
      txid: replacement.new_tx_id,
      fee_rate: replacement.new_fee_rate,
      amount_sats: replacement.amount,
      recipient_address: replacement.recipient_address,
      sent_at: this.#parts.now(),
      enable_rbf: Number(replacement.enable_rbf ?? before.enable_rbf),
      payees: replacement.payees ?? null,
    })
    return this.#parts.change(async tx => {
      const before = await this.#rows.markReplaced(tx, replacement.original_tx_id, replacement.new_tx_id)
      if (!before) return false
      if (!(await this.#rows.insertPending(tx, rowAfter(before)))) return true
      const entry = {
        actor,
        action: replacePendingTransaction.audit,
        target: replacement.original_tx_id,
        after: replacement,
      }
      await this.#parts.audit.recordChange(tx, entry)
      return true
    })
  }
}

function rowOf(wallet: string, report: PaymentReport): ReportedRow {
  const { message, template, figures } = report
  return {
    wallet,
    txid: report.txid,
    intention: report.intention,
    state: report.state,
    fee_rate: report.fee_rate,
    amount_sats: report.amount_sats,
    recipient_address: report.recipient_address,
    sent_at: Date.parse(report.timestamp),
    enable_rbf: Number(report.enable_rbf),
    replaced_by: report.replaced_by ?? null,
    payees: report.payees ?? null,
    orphaned: Number(report.orphaned ?? false),
    said: message === undefined ? null : JSON.stringify({ message, template, figures }),
  }
}
