import { randomUUID } from 'node:crypto'
import type { AnswerOf, BodyOf, QueryOf } from '@hornets/contract'
import type { FoundTransaction } from '@hornets/contract/admin/search'
import { wallet as walletGroup } from '@hornets/contract/admin/settings'
import type * as contract from '@hornets/contract/admin/wallet'
import type {
  Attempt,
  pushAddresses,
  pushBalance,
  pushInvoices,
  pushPayments,
  pushSecurity,
  pushTransactions,
  Sequence,
} from '@hornets/contract/wallet/relay/push'
import type { giveSubscriberAddress, setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { Settings } from '../settings/settings.ts'
import { PendingPayments } from './pending-payments.ts'
import { PendingStore } from './pending-store.ts'
import type { Rates } from './rates/rates.ts'
import { SequenceStore } from './sequence-store.ts'
import { dollarsOf, rowOf, shownLine } from './wallet-lines.ts'
import { WalletStore } from './wallet-store.ts'

/** The number of the last push in order; undefined if the push has no number. */
type Taken = Sequence | null | undefined

type Numbered = { readonly wallet_name: string; readonly sequence?: Attempt | undefined }

export interface WalletOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly bus: Pick<Bus, 'emit' | 'emitWithin'>
  readonly settings: Settings
  readonly rates: Rates
  readonly now: Clock
  readonly logger: Logger
}

/** Only the wallet named by `wallet.name` is shown; amounts are whole satoshis. */
export class WalletService {
  readonly payments: PendingPayments
  readonly #parts: WalletOptions
  readonly #pending: PendingStore
  readonly #rows: WalletStore
  readonly #sequences: SequenceStore
  readonly #onChange: Emitter<void>
  readonly #run = randomUUID()

  constructor(parts: WalletOptions) {
    this.#parts = parts
    this.#pending = new PendingStore(parts.database.reads)
    this.#rows = new WalletStore(parts.database.reads)
    this.#sequences = new SequenceStore(parts.database.reads)
    this.payments = new PendingPayments({ ...parts, name: () => this.#name(), change: work => this.#change(work) })
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on news of the wallet'))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  takeTransactions(lines: BodyOf<typeof pushTransactions>): Promise<Taken> {
    const rows = lines.flatMap(line => ('removed' in line ? [] : [rowOf(line)]))
    const removed = lines.flatMap(line => ('removed' in line ? [{ ...line, wallet: line.wallet_name }] : []))
    const { bus } = this.#parts
    return this.#takeThen(lines[0], async tx => {
      await this.#rows.putTransactions(tx, rows)
      await this.#rows.removeTransactions(tx, removed)
      const lines = rows.map(row => ({ ...row, isGone: row.dropped === 1 || row.replaced_by !== null }))
      const afterwards = [
        await bus.emitWithin(tx, 'walletLines', { lines, removed }),
        await this.payments.takeLines(tx, rows),
      ]
      await this.#pending.deleteLineless(
        tx,
        removed.map(({ txid }) => txid),
      )
      return () => {
        for (const then of afterwards) then()
      }
    })
  }

  takeBalance(pushed: BodyOf<typeof pushBalance>): Promise<Taken> {
    const { wallet_name, confirmed, pending } = pushed
    const row = { wallet: wallet_name, confirmed_sats: confirmed, pending_sats: pending, told_at: this.#parts.now() }
    return this.#take(pushed, tx => this.#rows.putBalance(tx, row))
  }

  takeAddresses(addresses: BodyOf<typeof pushAddresses>): Promise<Taken> {
    const rows = addresses.map(({ wallet_name, index, address, used, label, for_relay, account }) => ({
      wallet: wallet_name,
      account: account ?? '',
      idx: index,
      address,
      used: Number(used ?? false),
      label: label || null,
      for_relay: Number(for_relay ?? false),
    }))
    return this.#take(addresses[0], tx => this.#rows.putAddresses(tx, rows))
  }

  takePayments(pushed: BodyOf<typeof pushPayments>): Promise<Taken> {
    return this.#takeThen(pushed, tx => this.payments.take(tx, pushed.wallet_name, pushed.payments))
  }

  takeInvoices(pushed: BodyOf<typeof pushInvoices>): Promise<Taken> {
    return this.#takeThen(pushed, tx => this.#parts.bus.emitWithin(tx, 'walletInvoices', pushed.invoices))
  }

  takeSecurity(pushed: BodyOf<typeof pushSecurity>): Promise<Taken> {
    return this.#takeThen(pushed, async () => () => this.#parts.bus.emit('walletSecurity', pushed.news))
  }

  async takeOwnAddress(given: AnswerOf<typeof giveSubscriberAddress>): Promise<void> {
    await this.takeAddresses([{ ...given, wallet_name: this.#name(), for_relay: true }])
  }

  /** What the wallet needs to know: what to report again, and which addresses are already given out. */
  async known(): Promise<Omit<BodyOf<typeof setOperators>, 'pubkeys'>> {
    const name = this.#name()
    const last = await this.#rows.findLastAddress(name)
    return {
      wallet_name: name,
      sequence: await this.#sequences.findSequence(name),
      run: this.#run,
      ...(last && { last_address: { index: last.idx, address: last.address } }),
    }
  }

  async hasReported(): Promise<boolean> {
    return (await this.#rows.findBalance(this.#name())) !== undefined
  }

  /** Whether a wallet has ever reported anything: one without a chain source has a node, but no balance. */
  async hasBeenHeard(): Promise<boolean> {
    return (await this.#sequences.findSequence(this.#name())) !== null || (await this.hasReported())
  }

  async balance(): Promise<AnswerOf<typeof contract.getBalanceUsd>> {
    const { rates } = this.#parts
    const [fromWallet, rate] = await Promise.all([this.#rows.findBalance(this.#name()), rates.newest()])
    return {
      latest_balance: fromWallet?.confirmed_sats ?? 0,
      balance_usd: fromWallet && rate ? dollarsOf(fromWallet.confirmed_sats, rate.cents) : 0,
      balance_usd_known: fromWallet !== undefined && rate !== null,
      pending_sats: fromWallet?.pending_sats ?? 0,
      updated_at: fromWallet ? toTimestamp(fromWallet.told_at) : null,
      rate_at: rate ? toTimestamp(rate.at) : null,
    }
  }

  async transactions(
    query: QueryOf<typeof contract.listLatestTransactions>,
  ): Promise<AnswerOf<typeof contract.listLatestTransactions>> {
    const { before_date, rows: rowsAre, ...page } = query
    const beforeDate = before_date === undefined ? undefined : Date.parse(before_date)
    const wholePayments = rowsAre === 'payments'
    const asked = { wallet: this.#name(), ...page, beforeDate, wholePayments }
    const rows = await this.#rows.listTransactions(asked)
    const received = rows.flatMap(row => (row.value_sats > 0 ? [row.output] : []))
    const labels = await this.#rows.labelsOf(this.#name(), received)
    return rows.map(row => shownLine(row, { wholePayments, labels }))
  }

  /** Ids and bech32 addresses match in either case. */
  async findTransactions(start: string, limit: number): Promise<Omit<FoundTransaction, 'category'>[]> {
    const sought = { start: /^(bc1|tb1|bcrt1|[0-9a-f]+$)/i.test(start) ? start.toLowerCase() : start, limit }
    const [fromWallet, sent] = await Promise.all([
      this.#rows.findTransactions({ wallet: this.#name(), ...sought }),
      this.#pending.findPending(sought),
    ])
    const known = new Set(fromWallet.map(({ txid }) => txid))
    const unreported = sent.filter(({ txid }) => !known.has(txid))
    return [
      ...unreported.map(row => ({
        txid: row.txid,
        date: toTimestamp(row.sent_at),
        value: -row.amount_sats,
        address: row.recipient_address,
        confirmations: null,
      })),
      ...fromWallet.map(row => ({
        txid: row.txid,
        date: toTimestamp(row.date),
        value: row.value_sats,
        address: row.output,
        confirmations: row.confirmations,
        ...(row.fee_sats !== null && { fee_sats: row.fee_sats }),
      })),
    ].slice(0, limit)
  }

  async addresses(
    page: QueryOf<typeof contract.listReceivingAddresses>,
  ): Promise<AnswerOf<typeof contract.listReceivingAddresses>> {
    const rows = await this.#rows.listAddresses({ wallet: this.#name(), ...page })
    return rows.map(({ idx, address, used, label }) => ({
      index: String(idx),
      address,
      used: used === 1,
      ...(label !== null && { label }),
    }))
  }

  async spendSignature(signature: string, untilMs: number): Promise<boolean> {
    const { database, now } = this.#parts
    return database.transact(tx => this.#rows.spendSignature(tx, { signature, untilMs, nowMs: now() }))
  }

  async #takeThen(push: Numbered | undefined, work: (tx: AdminTransaction) => Promise<() => void>) {
    let afterwards = () => {}
    const taken = await this.#take(push, async tx => {
      afterwards = await work(tx)
    })
    afterwards()
    return taken
  }

  #take(push: Numbered | undefined, work: (tx: AdminTransaction) => Promise<void>): Promise<Taken> {
    return this.#change(async tx => {
      const place = push?.sequence && (await this.#sequences.takeNumber(tx, push.wallet_name, push.sequence))
      if (!place?.isLate) await work(tx)
      return place?.last
    })
  }

  async #change<Result>(work: (tx: AdminTransaction) => Promise<Result>): Promise<Result> {
    const result = await this.#parts.database.transact(work)
    this.#onChange.emit()
    return result
  }

  #name(): string {
    return this.#parts.settings.get(walletGroup).name
  }
}
