import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import type { LedgerKind } from '@hornets/contract/admin/subscriptions/timeline'
import type { Clock } from '@hornets/server/clock'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import { type CoinedEntry, type CoinRow, type EntryRow, LedgerStore, type Noticed } from './ledger-store.ts'
import { MonthBook } from './month-book.ts'
import { nextNoticeAt, pastNotices } from './notices.ts'
import { type SubscriptionState, stateOf, undoablePurchases } from './subscription-state.ts'
import { choosePurchase } from './tier.ts'

type Coin = Omit<CoinRow, 'id'>

export interface ChainLine {
  readonly txid: string
  readonly vout: number
  readonly output: string
  readonly value_sats: number
  readonly confirmations: number
  readonly date: number
  readonly isGone: boolean
}

export interface LightningPayment {
  readonly paymentHash: string
  readonly pubkey: string
  readonly sats: number
  /** When it was settled, milliseconds. */
  readonly date: number
}

/** In place of an output's number: the coin is a Lightning payment, and its txid a payment hash. */
export const lightningOutput = -1

export type NewEntry = { readonly kind: LedgerKind } & Partial<Omit<EntryRow, 'id' | 'kind' | 'pubkey' | 'at'>>

export interface LedgerParts {
  readonly reads: AdminReads
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  /** US cents per bitcoin nearest a time (milliseconds); null if unknown. */
  readonly rateAt: (time: number) => Promise<number | null>
  readonly now: Clock
}

/**
 * In the push's transaction, comparing a coin's state on the chain with the sum of its entries: pushes can be repeated.
 */
export class Ledger {
  readonly #parts: LedgerParts
  readonly #rows: LedgerStore
  readonly #months: MonthBook

  constructor(parts: LedgerParts) {
    this.#parts = parts
    this.#rows = new LedgerStore(parts.reads)
    this.#months = new MonthBook(this.#rows)
  }

  async takeLines(
    tx: AdminTransaction,
    lines: readonly ChainLine[],
    removed: readonly { txid: string; vout: number }[],
  ): Promise<ReadonlySet<string>> {
    const incoming = lines.filter(({ value_sats }) => value_sats > 0)
    const keys = await this.#rows.keysOfAddresses(
      incoming.map(({ output }) => output),
      tx,
    )
    const paying = incoming.filter(({ output }) => keys.has(output))
    const known = new Map(
      (
        await this.#rows.findCoins(
          [...paying, ...removed].map(({ txid }) => txid),
          tx,
        )
      ).map(coin => [nameOf(coin), coin]),
    )
    const changed = new Set<string>()
    for (const line of paying) {
      const pubkey = keys.get(line.output) ?? ''
      if (await this.#takeLine(tx, { ...line, pubkey }, known.get(nameOf(line)))) changed.add(pubkey)
    }
    for (const line of removed) {
      const coin = known.get(nameOf(line))
      if (!coin || coin.state === 'failed') continue
      await this.#settle(tx, { ...coin, state: 'failed' })
      changed.add(coin.pubkey)
    }
    return changed
  }

  /** Credits payments that have settled, each hash once, whoever is named for it later. Returns the keys. */
  async takeLightning(tx: AdminTransaction, paid: readonly LightningPayment[]): Promise<ReadonlySet<string>> {
    const hashes = paid.map(({ paymentHash }) => paymentHash)
    const known = new Set((await this.#rows.findCoins(hashes, tx)).map(({ txid }) => txid))
    const changed = new Set<string>()
    for (const { paymentHash: txid, pubkey, sats, date } of paid) {
      if (known.has(txid)) continue
      known.add(txid)
      await this.#rows.insertSubscriber(tx, { pubkey, address: null, allotted_at: this.#parts.now() })
      const fresh = { credited_at: null, rate_cents: null, tier: '', is_new: 0 }
      await this.#settle(tx, { ...fresh, txid, vout: lightningOutput, pubkey, sats, date, state: 'paid' })
      changed.add(pubkey)
    }
    return changed
  }

  async enter(
    tx: AdminTransaction,
    pubkey: string,
    entry: NewEntry,
  ): Promise<{ id: number; state: SubscriptionState }> {
    const isRefund = entry.kind === 'refund'
    const rate_cents = isRefund ? await this.#parts.rateAt(this.#parts.now()) : null
    const id = await this.#append(tx, pubkey, { ...entry, rate_cents })
    if (isRefund || entry.kind === 'refund_cancelled' || entry.kind === 'refund_stands')
      await this.#months.bookRefund(tx, id, entry.sats ?? 0)
    return { id, state: await this.#restate(tx, pubkey) }
  }

  /** Spends waiting credit at the end of a subscription or once a price falls; null if it covers no tier. */
  async renewFromCredit(tx: AdminTransaction, pubkey: string): Promise<SubscriptionState | null> {
    const { creditSats } = stateOf(await this.#rows.listEntries(pubkey, tx))
    if (!(await this.#buy(tx, pubkey, creditSats, null))) return null
    return this.#restate(tx, pubkey)
  }

  async #takeLine(tx: AdminTransaction, line: ChainLine & { pubkey: string }, coin: Coin | undefined) {
    const state = this.#stateOf(line, coin)
    if (coin ? coin.state === state : state === 'failed') return false
    const { txid, vout, pubkey, value_sats: sats, date } = line
    const fresh = { credited_at: null, rate_cents: null, tier: '', is_new: 0 }
    await this.#settle(tx, {
      ...fresh,
      txid,
      vout,
      pubkey,
      sats,
      ...coin,
      state,
      date: coin?.credited_at ? coin.date : date,
    })
    return true
  }

  /** A credited payment stays credited while it is in a block, even if more confirmations are now required. */
  #stateOf({ isGone, confirmations }: ChainLine, coin: Coin | undefined): 'pending' | 'paid' | 'failed' {
    if (isGone) return 'failed'
    const { paymentConfirmations: wanted } = this.#parts.relaySettings.current()
    const enough = coin?.state === 'paid' ? Math.min(wanted, 1) : wanted
    return confirmations >= enough ? 'paid' : 'pending'
  }

  async #settle(tx: AdminTransaction, given: Coin): Promise<void> {
    const coin = { ...given, ...(await this.#bookedOf(tx, given)) }
    const entries = await this.#rows.listEntries(coin.pubkey, tx)
    const own = entries.filter(({ kind }) => kind === 'payment' || kind === 'payment_reversed').filter(isOf(coin))
    const credited = own.reduce((sum, { sats }) => sum + sats, 0)
    const wanted = coin.state === 'paid' ? coin.sats : 0
    if (wanted > credited) await this.#credit(tx, coin, stateOf(entries))
    else if (wanted < credited) await this.#reverse(tx, coin, entries)
    else await this.#rows.putCoin(tx, coin)
  }

  async #credit(tx: AdminTransaction, coin: Coin, before: SubscriptionState): Promise<void> {
    const { pubkey, sats, txid, vout, date } = coin
    const now = this.#parts.now()
    await this.#append(tx, pubkey, { kind: 'payment', sats, txid, vout })
    const tier = (await this.#buy(tx, pubkey, before.creditSats + sats, coin)) ?? ''
    const state = await this.#restate(tx, pubkey)
    const is_new = Number(tier !== '' && before.since === null)
    const booked = { ...coin, credited_at: now, rate_cents: await this.#parts.rateAt(date), tier, is_new }
    await this.#rows.putCoin(tx, booked)
    await this.#months.book(tx, booked, 1)
    await this.#rows.putNotification(tx, {
      txid,
      vout,
      pubkey,
      amount_sats: sats,
      tier,
      is_new,
      expires_at: state.expiresAt,
      created_at: now,
      is_read: 0,
      reversed_at: null,
    })
  }

  /** Undoes what was bought with it, unless the remaining credit covers it. */
  async #reverse(tx: AdminTransaction, coin: Coin, entries: readonly CoinedEntry[]): Promise<void> {
    const { pubkey, txid, vout } = coin
    await this.#months.book(tx, coin, -1)
    await this.#append(tx, pubkey, { kind: 'payment_reversed', sats: -coin.sats, txid, vout })
    const isOwn = isOf(coin)
    const latestFirst = undoablePurchases(entries) as CoinedEntry[]
    const undoable = [...latestFirst.filter(isOwn), ...latestFirst.filter(entry => !isOwn(entry))]
    let credit = stateOf(entries).creditSats - coin.sats
    let last: Coin | null = null
    for (const purchase of undoable) {
      if (credit >= 0) break
      credit -= purchase.sats
      last = await this.#undo(tx, pubkey, purchase, coin)
    }
    await this.#rows.putCoin(tx, { ...coin, credited_at: null, rate_cents: null, tier: '', is_new: 0 })
    const tier = last && (await this.#buy(tx, pubkey, credit, last))
    if (last && tier) await this.#rebook(tx, last, tier)
    await this.#restate(tx, pubkey)
    await this.#rows.reverseNotification(tx, { txid, vout, at: this.#parts.now() })
  }

  /** Returns the other coin that had bought it, whose payment now waits as credit. */
  async #undo(tx: AdminTransaction, pubkey: string, bought: CoinedEntry, coin: Coin): Promise<Coin | null> {
    const { txid, vout, tier } = bought
    await this.#append(tx, pubkey, { kind: 'purchase_undone', sats: -bought.sats, tier, txid, vout, undoes: bought.id })
    if (isOf(coin)(bought)) return null
    if (txid === null) {
      await this.#months.bookRenewal(tx, { at: bought.at, tier }, -1)
      return null
    }
    const other = (await this.#rows.findCoins([txid], tx)).find(one => one.vout === vout)
    if (other?.state !== 'paid') return null
    await this.#rebook(tx, other, '')
    return { ...other, tier: '', is_new: 0 }
  }

  async #buy(tx: AdminTransaction, pubkey: string, creditSats: number, coin: Coin | null): Promise<string | null> {
    const purchase = choosePurchase(creditSats, this.#parts.relaySettings.current().subscription_tiers)
    if (!purchase) return null
    const { tier, months, bytes, priceSats, gives } = purchase
    const { txid = null, vout = null } = coin ?? {}
    await this.#append(tx, pubkey, { kind: 'purchase', sats: -priceSats, tier, months, bytes, gives, txid, vout })
    if (!coin) await this.#months.bookRenewal(tx, { at: this.#parts.now(), tier }, 1)
    return tier
  }

  #append(tx: AdminTransaction, pubkey: string, entry: NewEntry): Promise<number> {
    const empty = { sats: 0, tier: '', bytes: 0, months: 0, days: 0, txid: null, vout: null, undoes: null, by: null }
    return this.#rows.appendEntry(tx, {
      ...empty,
      note: '',
      gives: '',
      rate_cents: null,
      ...entry,
      pubkey,
      at: this.#parts.now(),
    })
  }

  async #restate(tx: AdminTransaction, pubkey: string): Promise<SubscriptionState> {
    const state = stateOf(await this.#rows.listEntries(pubkey, tx))
    const before = await this.#rows.findSubscriber(pubkey, tx)
    const isSame = before?.expires_at === state.expiresAt
    await this.#rows.putState(tx, pubkey, state, isSame && before ? before : this.#noticed(state.expiresAt))
    return state
  }

  #noticed(expiresAt: number | null): Noticed {
    if (expiresAt === null) return { noticed: 0, next_notice_at: null }
    const terms = this.#parts.relaySettings.current()
    const noticed = pastNotices(expiresAt, this.#parts.now(), terms)
    return { noticed, next_notice_at: nextNoticeAt(expiresAt, noticed, terms) }
  }

  /** As a coin is booked now: another one of the same push may have changed what it bought. */
  async #bookedOf(tx: AdminTransaction, { txid, vout }: Coin): Promise<Partial<Coin>> {
    const found = (await this.#rows.findCoins([txid], tx)).find(coin => coin.vout === vout)
    if (!found) return {}
    const { tier, is_new, rate_cents, credited_at } = found
    return { tier, is_new, rate_cents, credited_at }
  }

  async #rebook(tx: AdminTransaction, coin: Coin, tier: string): Promise<void> {
    await this.#months.book(tx, coin, -1)
    const row = { ...coin, tier, is_new: tier === '' ? 0 : coin.is_new }
    await this.#rows.putCoin(tx, row)
    await this.#months.book(tx, row, 1)
  }
}

type Outpoint = { readonly txid: string | null; readonly vout: number | null }
const nameOf = ({ txid, vout }: Outpoint) => `${txid}:${vout}`
const isOf = (coin: Outpoint) => (entry: Outpoint) => entry.txid === coin.txid && entry.vout === coin.vout
