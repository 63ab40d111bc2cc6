import { createHash } from 'node:crypto'
import { messages } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { InvoiceReport } from '@hornets/contract/wallet/relay/push'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { CustomerLimiter } from '@hornets/server/http/customers/customer-limiter'
import type { Logger } from '@hornets/server/process/logger'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { LightningCalls } from '../../wallet/lightning-calls.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { LedgerStore } from '../ledger/ledger-store.ts'
import { priceOf } from '../ledger/tier.ts'
import { offersOf, shownTiers } from '../payment-terms.ts'
import { InvoiceShares } from './invoice-shares.ts'
import { type InvoiceRow, InvoiceStore } from './invoice-store.ts'

const expirySeconds = 15 * 60
const leastLeftMs = 3 * 60_000
const newLimit = { burst: 6, perMinute: 1 }
const perKeyMax = 3
const keptMs = 30 * 86_400_000
const descriptionMax = 200
const refusalWaitMs = 3000

export interface InvoicesParts {
  readonly database: AdminDatabase
  readonly ledger: Ledger
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly relayName: () => string
  /** Undefined where there is no wallet to ask. */
  readonly lightning: Pick<LightningCalls, 'canInvoice' | 'makeInvoice'> | undefined
  readonly now: Clock
  readonly logger: Logger
}

/** Only what the wallet reports is credited: a report names the key, so nothing has to be remembered for it. */
export class Invoices {
  readonly #parts: InvoicesParts
  readonly #rows: InvoiceStore
  readonly #subscribers: LedgerStore
  readonly #limiter: CustomerLimiter
  readonly #shares: InvoiceShares
  readonly #making = new Set<string>()

  constructor(parts: InvoicesParts) {
    this.#parts = parts
    this.#rows = new InvoiceStore(parts.database.reads)
    this.#subscribers = new LedgerStore(parts.database.reads)
    this.#limiter = new CustomerLimiter(newLimit, parts.now)
    this.#shares = new InvoiceShares(parts.now)
  }

  /** Never rejects. */
  async areOffered(): Promise<boolean> {
    const { lightning, relaySettings } = this.#parts
    if (!lightning || shownTiers(relaySettings.current()).length === 0) return false
    return lightning.canInvoice()
  }

  /**
   * One that it can still pay is returned again. Throws ApiError: 'bad_request' (tier), 'rate_limited', 'unavailable'.
   */
  async make(pubkey: string, { tier, address }: { tier: string; address: string }): Promise<InvoiceRow> {
    const { relaySettings, now } = this.#parts
    const offer = shownTiers(relaySettings.current()).find(({ datalimit }) => datalimit === tier)
    const sats = offer && priceOf(offer)
    if (!sats) throw new ApiError('bad_request', messages.badRequest)
    const payable = await this.#rows.listPayable(pubkey, now())
    const same = payable.find(one => one.sats === sats && one.expires_at - now() > leastLeftMs)
    if (same) return same
    const all = await this.#rows.countPayable(now())
    const hasPaid = (await this.#subscribers.findSubscriber(pubkey))?.since != null
    if (payable.length >= perKeyMax || this.#making.has(pubkey)) throw tooMany()
    // Who has paid before can always pay again.
    const share = hasPaid ? undefined : this.#shares.take(address, all + this.#making.size)
    if (share === null) throw tooMany()
    this.#making.add(pubkey)
    try {
      if (!hasPaid) this.#limiter.take(address)
      const row = await this.#order(pubkey, { tier, sats })
      share?.keep(row.payment_hash, row.expires_at)
      return row
    } catch (error) {
      share?.giveBack()
      throw error
    } finally {
      this.#making.delete(pubkey)
    }
  }

  /** The invoice that a key was shown last and can still pay; null for none. */
  async current(pubkey: string): Promise<InvoiceRow | null> {
    const { now } = this.#parts
    return (await this.#rows.listPayable(pubkey, now()))[0] ?? null
  }

  async find(pubkey: string, paymentHash: string): Promise<InvoiceRow | null> {
    const row = await this.#rows.findInvoice(paymentHash)
    return row?.pubkey === pubkey ? row : null
  }

  /** BOLT 11; null if there is none within a moment. Never rejects. */
  async forCheapest(pubkey: string, address: string): Promise<string | null> {
    const { relaySettings, logger } = this.#parts
    const [cheapest] = offersOf(relaySettings.current())
    if (!cheapest || !(await this.areOffered())) return null
    const making = this.make(pubkey, { tier: cheapest.datalimit, address }).then(({ invoice }) => invoice)
    const late = new Promise<null>(resolve => setTimeout(() => resolve(null), refusalWaitMs).unref())
    return Promise.race([making, late]).catch(err => {
      logger.debug({ err }, 'a refused upload gets no Lightning invoice')
      return null
    })
  }

  /**
   * A preimage is known only once it is settled, so it proves the payment (BUD-07). Null: of no invoice. Never rejects.
   */
  async takeProof(preimage: string): Promise<readonly string[] | null> {
    const { database, ledger, now, logger } = this.#parts
    const paymentHash = createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex')
    try {
      const row = await this.#rows.findInvoice(paymentHash)
      if (!row) return null
      if (row.state !== 'open') return []
      const paid = { paymentHash, pubkey: row.pubkey, sats: row.sats, date: now() }
      return await database.transact(async tx => {
        await this.#rows.closeInvoice(tx, { payment_hash: paymentHash, state: 'paid' })
        this.#shares.end(paymentHash)
        return [...(await ledger.takeLightning(tx, [paid]))]
      })
    } catch (err) {
      logger.error({ err }, 'could not credit a proven payment')
      return []
    }
  }

  /** The wallet's reports, in the transaction that accepts them. Returns the keys that were credited. */
  async take(tx: AdminTransaction, reports: readonly InvoiceReport[]): Promise<ReadonlySet<string>> {
    const { ledger, now } = this.#parts
    const paid = reports.filter(({ state, reference }) => state === 'paid' && /^[0-9a-f]{64}$/.test(reference))
    for (const { payment_hash, state } of reports) {
      await this.#rows.closeInvoice(tx, { payment_hash, state })
      this.#shares.end(payment_hash)
    }
    await this.#rows.forgetInvoices(tx, now() - keptMs)
    return ledger.takeLightning(
      tx,
      paid.map(({ payment_hash, reference, amount_sats, settled_at }) => ({
        paymentHash: payment_hash,
        pubkey: reference,
        sats: amount_sats,
        date: settled_at === null ? now() : Date.parse(settled_at),
      })),
    )
  }

  async #order(pubkey: string, { tier, sats }: { tier: string; sats: number }): Promise<InvoiceRow> {
    const { lightning, database, relayName, now, logger } = this.#parts
    const description = `${relayName()}: ${tier}`.slice(0, descriptionMax)
    const order = { amount_sats: sats, description, reference: pubkey, expiry_seconds: expirySeconds }
    try {
      if (!lightning) throw new Error('expected a wallet service, there is none')
      const { payment_hash, invoice, expires_at } = await lightning.makeInvoice(order)
      const made = { payment_hash, pubkey, sats, tier, invoice, created_at: now(), state: 'open' }
      const row = { ...made, expires_at: Date.parse(expires_at) }
      await database.transact(tx => this.#rows.insertInvoice(tx, row))
      return row
    } catch (err) {
      logger.warn({ err }, 'could not get a Lightning invoice')
      throw new ApiError('unavailable', messages.noInvoice, { cause: err })
    }
  }
}

const tooMany = () => new ApiError('rate_limited', messages.rateLimited)
