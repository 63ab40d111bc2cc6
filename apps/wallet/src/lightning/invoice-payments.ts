import { createHash } from 'node:crypto'

import { lightningSentences } from '@hornets/contract/wallet/answers/lightning-sentences'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import type { Confirmed, NeededConfirmation } from '@hornets/contract/wallet/confirmations'
import { type LightningPayment, payInvoice } from '@hornets/contract/wallet/lightning'
import type { Network } from '@hornets/contract/wallet/set-up'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { WalletDatabase } from '../database/wallet-database.ts'
import type { Vault } from '../keys/vault.ts'
import type { SpendGuard } from '../security/spend-guard.ts'
import type { Checkpoint } from '../send/checkpoint.ts'
import { type Invoice, readInvoice } from './bolt11.ts'
import type { Lightning } from './lightning-service.ts'
import { LightningStore, type PaymentRow } from './lightning-store.ts'
import { isSettled, type NwcTransaction, parse, payAnswer, transactionAnswer } from './nwc-answers.ts'
import type { NwcClient } from './nwc-client.ts'
import {
  lightningError,
  NwcError,
  NwcSilentError,
  refusesForSure,
  refusesUnlessKnown,
  type Said,
  saidOf,
  say,
} from './nwc-error.ts'

/** How long a call waits for a payment; slower ones are asked for later. */
const usualPaymentMs = 45_000
/** After this a node that does not know a payment never will: its request has expired. */
const graceMs = 60_000
/** Fee reserve: what nodes usually set aside. */
const reserveOf = (amountSats: number) => Math.max(10, Math.ceil(amountSats / 100))

interface InvoicePaymentParts {
  readonly database: WalletDatabase
  readonly lightning: Lightning
  readonly vault: Vault
  readonly guard: SpendGuard
  readonly audit: AuditLog
  readonly network: Network
  readonly now: Clock
  readonly logger: Logger
  /** Shared with on-chain payments, because limits apply to both together. */
  readonly mutex: LimitFunction
  readonly checkpoint: Checkpoint
  readonly paymentMs?: number | undefined
}

interface Order {
  readonly invoice: string
  readonly amount_sats?: number | undefined
}

interface Payable {
  readonly invoice: Invoice
  readonly amountSats: number
  readonly spentSats: number
}

/** Pays invoices through the connected node, each at most once, even across crashes. */
export class InvoicePayments {
  readonly #parts: InvoicePaymentParts
  readonly #store: LightningStore
  readonly #settling = pLimit(1)
  readonly #paymentMs: number

  constructor(parts: InvoicePaymentParts) {
    this.#parts = parts
    this.#store = new LightningStore(parts.database.reads)
    this.#paymentMs = parts.paymentMs ?? usualPaymentMs
  }

  /** Satoshis, including fee reserves. */
  spentSince(sinceMs: number): number {
    return this.#store.spentSince(sinceMs)
  }

  /** Read-only. Throws ApiError: 'conflict', 'wallet_locked', 'payment_refused'. */
  review(order: Order): { invoice: Invoice; reserveSats: number; needs: NeededConfirmation[] } {
    this.#parts.lightning.client()
    const invoice = this.#read(order)
    this.#parts.vault.touch()
    const amountSats = order.amount_sats ?? satsOf(invoice)
    if (amountSats === null) return { invoice, reserveSats: 0, needs: [] }
    const { spentSats } = payableOf(invoice, amountSats)
    return { invoice, reserveSats: spentSats - amountSats, needs: this.#parts.guard.needsFor(spentSats) }
  }

  /** Throws ApiError: 'conflict', 'wallet_locked', 'payment_refused', 'confirmation_needed', 'rate_limited'. */
  async pay(order: Order, key: string | null, by: { actor: Actor; confirmed: Confirmed }): Promise<LightningPayment> {
    const { mutex, lightning, audit } = this.#parts
    const { row, client } = await mutex(() => this.#record(order, key, by))
    if (!client) return this.#answerOf(row)
    await this.#ask(row, client)
    const answer = this.#answerOf(this.#store.find(row.id) ?? row)
    const detail = `${row.amount_sats} sats ${row.payment_hash} ${answer.status}`
    if (answer.status === 'failed') audit.recordRefusal(by.actor, payInvoice.audit.pay, detail)
    else audit.recordDone(by.actor, payInvoice.audit.pay, detail)
    void lightning.refreshBalance()
    return answer
  }

  /** Asks the node about payments with unknown outcome. Pays nothing. */
  settle(): Promise<void> {
    return this.#settling(async () => {
      const client = this.#parts.lightning.clientIfOpen()
      if (!client) return
      for (const row of this.#store.listUnknown()) {
        if (this.#asking.has(row.id)) continue
        await this.#lookUp(row, client)
      }
    })
  }

  readonly #asking = new Set<number>()

  /** Without a client: it already counts. */
  async #record(order: Order, key: string | null, { actor, confirmed }: { actor: Actor; confirmed: Confirmed }) {
    const { database, lightning, vault, guard, now, checkpoint } = this.#parts
    vault.assertCanSign()
    if (vault.state() !== 'unlocked') throw new ApiError('wallet_locked', walletMessages.walletLocked)
    const client = lightning.client()
    const service = this.#connected()
    const request_hash = sha256(`${order.invoice.trim().toLowerCase()} ${order.amount_sats ?? ''}`)
    const earlier = key === null ? undefined : this.#store.findByKey(key)
    if (earlier && earlier.request_hash !== request_hash) throw new ApiError('conflict', walletMessages.keyReused)
    if (earlier) return { row: earlier }
    const invoice = this.#read(order, { mayBeExpired: true })
    const known = this.#store.findUnfailed(invoice.paymentHash)
    if (known) return { row: known }
    this.#read(order)
    const { amountSats, spentSats } = payableOf(invoice, this.#amountOf(invoice, order))
    const spend = { invoice: invoice.text, spentSats, payee: invoice.payee }
    // Nothing is recorded that cannot be sent now.
    if (client.state() !== 'ready') throw lightningError('unavailable', lightningSentences.relayAway)
    const useApproval = await guard.allowLightning(spend, { actor, confirmed })
    vault.touch()
    checkpoint('planned')
    const recorded = database.transact(tx => {
      useApproval(tx)
      return this.#store.record(tx, {
        idempotency_key: key,
        request_hash,
        payment_hash: invoice.paymentHash,
        invoice: invoice.text,
        service,
        amount_sats: amountSats,
        outflow_sats: spentSats,
        created_at: now(),
        deadline: now() + this.#paymentMs,
      })
    })
    this.#asking.add(recorded)
    checkpoint('recorded')
    return { row: this.#store.find(recorded) as PaymentRow, client }
  }

  async #ask(row: PaymentRow, client: NwcClient): Promise<void> {
    try {
      const isOpen = readInvoice(row.invoice)?.amountMsats === null
      const params = { invoice: row.invoice, ...(isOpen && { amount: row.amount_sats * 1000 }) }
      const expiresAt = Math.ceil(row.deadline / 1000)
      const answer = parse(
        payAnswer,
        await client.request('pay_invoice', params, { timeoutMs: this.#paymentMs, expiresAt }),
      )
      this.#keepPaid(row, answer)
    } catch (error) {
      if (!(error instanceof NwcError) && !(error instanceof NwcSilentError)) throw error
      this.#parts.logger.warn({ err: error, paymentHash: row.payment_hash }, 'could not confirm a Lightning payment')
      if (error instanceof NwcError && refusesForSure(error)) this.#keepFailed(row, saidOf(error))
      else if (error instanceof NwcError) await this.#lookUp(row, client, error)
    } finally {
      this.#asking.delete(row.id)
    }
  }

  /** @param refusal the node's answer to the payment request */
  async #lookUp(row: PaymentRow, client: NwcClient, refusal?: NwcError): Promise<void> {
    try {
      const params = { payment_hash: row.payment_hash }
      const found = parse(transactionAnswer, await client.request('lookup_invoice', params))
      if (found.payment_hash.toLowerCase() !== row.payment_hash || found.type === 'incoming') return
      if (isSettled(found)) this.#keepPaid(row, found)
      else if (found.state === 'failed') this.#keepFailed(row, saidOf(refusal ?? new NwcError('PAYMENT_FAILED', '')))
    } catch (error) {
      if (!(error instanceof NwcError) && !(error instanceof NwcSilentError)) throw error
      if (!(error instanceof NwcError) || error.code !== 'NOT_FOUND') return
      if (refusal && refusesUnlessKnown(refusal)) this.#keepFailed(row, saidOf(refusal))
      else if (this.#parts.now() > row.deadline + graceMs) this.#keepFailed(row, say(lightningSentences.neverArrived))
    }
  }

  /** Only the preimage proves that the recipient was paid (BOLT 11); without it the outcome is unknown. */
  #keepPaid(row: PaymentRow, { preimage, fees_paid }: Pick<NwcTransaction, 'preimage' | 'fees_paid'>): void {
    const isProven = sha256(Buffer.from(preimage ?? '', 'hex')) === row.payment_hash
    this.#parts.database.transact(tx => {
      if (isProven) this.#store.pay(tx, row.id, Math.ceil((fees_paid ?? 0) / 1000))
      else this.#store.note(tx, row.id, say(lightningSentences.unproven))
    })
  }

  /** Only from the connection that was asked: other nodes do not know. */
  #keepFailed(row: PaymentRow, said: Said): void {
    if (row.service !== this.#connected()) return
    this.#parts.database.transact(tx => this.#store.fail(tx, row.id, said))
  }

  #connected(): string {
    return this.#store.connection()?.service ?? ''
  }

  #answerOf(row: PaymentRow): LightningPayment {
    const asked =
      row.service === this.#connected() ? lightningSentences.stillUnknown : lightningSentences.askedElsewhere
    const unknown = row.state === 'unknown' && say(asked)
    const said = row.said === null ? unknown : (JSON.parse(row.said) as Said)
    return {
      status: row.state,
      payment_hash: row.payment_hash,
      amount_sats: row.amount_sats,
      ...(row.fee_sats !== null && { fee_sats: row.fee_sats }),
      message: '',
      ...said,
    }
  }

  /** Throws ApiError('payment_refused'). */
  #read(order: Order, { mayBeExpired = false } = {}): Invoice {
    const invoice = readInvoice(order.invoice)
    if (!invoice) throw lightningError('payment_refused', lightningSentences.invoiceInvalid)
    const { network, now } = this.#parts
    if (invoice.network !== network)
      throw lightningError('payment_refused', lightningSentences.invoiceElsewhere, { wallet_network: network })
    if (!mayBeExpired && invoice.expiresAt <= now())
      throw lightningError('payment_refused', lightningSentences.invoiceExpired)
    return invoice
  }

  #amountOf(invoice: Invoice, { amount_sats }: Order): number {
    const invoice_sats = satsOf(invoice)
    if (invoice_sats === null && amount_sats === undefined)
      throw lightningError('payment_refused', lightningSentences.amountNeeded)
    if (invoice_sats !== null && amount_sats !== undefined && amount_sats !== invoice_sats)
      throw lightningError('payment_refused', lightningSentences.amountWrong, { invoice_sats, amount_sats })
    return invoice_sats ?? amount_sats ?? 0
  }
}

/** Rounded up, so that fractions cannot exceed a limit. */
export const satsOf = ({ amountMsats }: Invoice): number | null =>
  amountMsats === null ? null : Math.ceil(amountMsats / 1000)

function payableOf(invoice: Invoice, amountSats: number): Payable {
  return { invoice, amountSats, spentSats: amountSats + reserveOf(amountSats) }
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
