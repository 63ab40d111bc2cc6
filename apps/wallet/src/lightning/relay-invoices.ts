import type { AnswerOf, BodyOf } from '@hornets/contract'
import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import type { InvoiceReport } from '@hornets/contract/wallet/relay/push'
import type { findRelayInvoice, makeRelayInvoice } from '@hornets/contract/wallet/relay/relay-calls'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { WalletDatabase, WalletTransaction } from '../database/wallet-database.ts'
import type { Lightning } from './lightning-service.ts'
import { NwcError, NwcSilentError } from './nwc-error.ts'
import { type RelayInvoiceRow, RelayInvoiceStore } from './relay-invoice-store.ts'

/** How often the node is asked about an invoice: soon while somebody may be waiting, otherwise rarely. */
const youngMs = 20 * 60_000
const youngEveryMs = 5000
const oldEveryMs = 60_000
/** Of one round, so that many open invoices do not flood the node. */
const askedAtOnce = 20
/** A payment that was on its way at the end of an invoice can settle this much later. */
const graceMs = 10 * 60_000
/** Expired ones are kept this long. */
const keptMs = 7 * 86_400_000

interface RelayInvoicesParts {
  readonly database: WalletDatabase
  readonly lightning: Lightning
  readonly now: Clock
  readonly logger: Logger
}

/** Each is looked up until it was paid or cannot be any more; the outcome is queued until the relay acknowledges it. */
export class RelayInvoices {
  readonly #parts: RelayInvoicesParts
  readonly #store: RelayInvoiceStore
  readonly #settling = pLimit(1)
  readonly #askedAt = new Map<string, number>()
  #onOutcome: () => void = () => undefined

  constructor(parts: RelayInvoicesParts) {
    this.#parts = parts
    this.#store = new RelayInvoiceStore(parts.database.reads)
  }

  onOutcome(listener: () => void): void {
    this.#onOutcome = listener
  }

  /** The connection is up, and allows making invoices and looking them up. */
  canInvoice(): boolean {
    const methods = this.#parts.lightning.clientIfOpen()?.info()?.methods ?? []
    return methods.includes('make_invoice') && methods.includes('lookup_invoice')
  }

  /** Also while it is locked or silent. */
  isConnected(): boolean {
    return this.#parts.lightning.service() !== ''
  }

  /** Of any invoice of the node. Throws as `Lightning.findInvoice`. */
  async find({
    payment_hash,
    amount_sats,
  }: BodyOf<typeof findRelayInvoice>): Promise<AnswerOf<typeof findRelayInvoice>> {
    try {
      const { paid } = await this.#parts.lightning.findInvoice(payment_hash, amount_sats)
      return { state: paid ? 'paid' : 'open' }
    } catch (error) {
      if (error instanceof NwcError && error.code === 'NOT_FOUND') return { state: 'unknown' }
      throw error
    }
  }

  /** Recorded before anybody can pay it. Throws as `Lightning.makeInvoice`. */
  async make(order: BodyOf<typeof makeRelayInvoice>): Promise<AnswerOf<typeof makeRelayInvoice>> {
    const { lightning, database, now } = this.#parts
    const service = lightning.service()
    const made = await lightning.makeInvoice(order.amount_sats, order.description, order.expiry_seconds)
    const { payment_hash, amount_sats, expires_at } = made
    const expires = Date.parse(expires_at)
    // An invoice that a node gives a second time would be paid by one and credited to another.
    if (this.#store.has(payment_hash)) throw new NwcSilentError(lightningSentences.strange)
    const row = { payment_hash, reference: order.reference, service, amount_sats, created_at: now() }
    database.transact(tx => this.#store.insert(tx, { ...row, expires_at: expires }))
    return made
  }

  /** Asks the node about open invoices that are due. */
  settle(): Promise<void> {
    return this.#settling(async () => {
      const { lightning, database, now } = this.#parts
      if (!lightning.clientIfOpen()) return
      let hasOutcome = false
      for (const row of this.#due()) {
        this.#askedAt.set(row.payment_hash, now())
        const outcome = await this.#lookUp(row)
        if (outcome === 'silent') break
        if (!outcome) continue
        database.transact(tx => this.#store.close(tx, row.payment_hash, outcome))
        this.#askedAt.delete(row.payment_hash)
        hasOutcome = true
      }
      if (hasOutcome) this.#onOutcome()
    })
  }

  waiting(limit: number): InvoiceReport[] {
    return this.#store
      .listUntold(limit)
      .map(({ payment_hash, reference, amount_sats, state, settled_at }) => ({
        payment_hash,
        reference,
        amount_sats,
        state: state === 'paid' ? 'paid' : 'expired',
        settled_at: settled_at === null ? null : toTimestamp(settled_at),
      }))
  }

  acknowledge(reports: readonly InvoiceReport[]): void {
    const { database, now } = this.#parts
    database.transact(tx => {
      for (const { payment_hash } of reports) this.#store.markReported(tx, payment_hash)
      this.#store.forgetExpired(tx, now() - keptMs)
    })
  }

  /** The relay may have lost what it was told. */
  tellAll(tx: WalletTransaction): void {
    this.#store.tellAll(tx)
  }

  /** Reported ones first, then those that have waited longest. */
  #due(): RelayInvoiceRow[] {
    const { lightning, now } = this.#parts
    const at = now()
    const askedAt = ({ payment_hash }: RelayInvoiceRow) =>
      lightning.hasReceived(payment_hash) ? 0 : (this.#askedAt.get(payment_hash) ?? 1)
    const everyMs = ({ created_at }: RelayInvoiceRow) => (at - created_at < youngMs ? youngEveryMs : oldEveryMs)
    const due = this.#store.listOpen(lightning.service()).filter(row => at - askedAt(row) >= everyMs(row))
    return due.sort((one, other) => askedAt(one) - askedAt(other)).slice(0, askedAtOnce)
  }

  /** Undefined while it can still be paid; `silent` if the node does not answer. */
  async #lookUp({ payment_hash, amount_sats, created_at, expires_at }: RelayInvoiceRow) {
    const { lightning, now, logger } = this.#parts
    const isOver = now() > expires_at + graceMs
    try {
      const { paid, settled_at } = await lightning.findInvoice(payment_hash, amount_sats)
      const settledMs = settled_at === null ? now() : Date.parse(settled_at)
      // Whatever the node says, it was paid between its making and now.
      if (paid) return { state: 'paid', settled_at: Math.min(Math.max(settledMs, created_at), now()) } as const
      return isOver ? ({ state: 'expired', settled_at: null } as const) : undefined
    } catch (err) {
      if (!(err instanceof NwcError || err instanceof NwcSilentError)) throw err
      if (err instanceof NwcError && err.code === 'NOT_FOUND' && isOver)
        return { state: 'expired', settled_at: null } as const
      logger.debug({ err, paymentHash: payment_hash }, 'could not look up an invoice of the relay')
      return err instanceof NwcError ? undefined : 'silent'
    }
  }
}
