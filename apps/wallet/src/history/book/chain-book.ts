import { setImmediate } from 'node:timers/promises'
import { confirmationsReported, finalConfirmations } from '@hornets/contract/wallet/accounting'
import type { Clock } from '@hornets/server/clock'
import type { AddressBook } from '../../addresses/address-book.ts'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import type { ChainTip, Changes, HeldCoin, Outpoint, Place, Search, Sighting } from '../../chain/chain.ts'
import { type ParsedTransaction, parseTransaction } from '../../coins/raw-transaction.ts'
import type { WalletDatabase, WalletTransaction } from '../../database/wallet-database.ts'
import { ChainBookStore, type OutputRecord, type TransactionRecord } from './chain-book-store.ts'
import { type ChainState, ChainStateStore } from './chain-state-store.ts'
import { inOrder } from './chronology.ts'
import { takeFound } from './found-coin.ts'
import { Places } from './places.ts'
import { Relations } from './relations.ts'
import { TransactionWriter } from './transaction-writer.ts'

/** About fifty milliseconds. */
const takenInAtOnce = 200

interface ChainBookParts {
  readonly database: WalletDatabase
  readonly addresses: AddressBook
  readonly network: NetworkTraits
  readonly now: Clock
  /** Called with every transaction whose lines, place or depth changed, in that transaction. */
  readonly onChange: (tx: WalletTransaction, txids: ReadonlySet<string>) => void
}

/** Which transactions concern us, where they are, what they leave us. The same for any source, readable without one. */
export class ChainBook {
  readonly #parts: ChainBookParts
  readonly #store: ChainBookStore
  readonly #relations: Relations
  readonly #places: Places
  readonly #writer: TransactionWriter
  readonly #chainState: ChainStateStore
  /** Payments accepted by the network since the last query of the chain. */
  readonly #heard = new Set<string>()

  constructor(parts: ChainBookParts) {
    this.#parts = parts
    this.#store = new ChainBookStore(parts.database.reads)
    this.#relations = new Relations(this.#store)
    this.#places = new Places(this.#store, this.#relations)
    this.#writer = new TransactionWriter(parts, this.#store, this.#places)
    this.#chainState = new ChainStateStore(parts.database.reads)
  }

  chainState(): ChainState {
    return this.#chainState.read()
  }

  /** A search of the whole chain starts: stores what it cannot reach, then everything is reported again. */
  startSearch({ gap, coins }: Search, source: string): void {
    const { database, onChange } = this.#parts
    database.transact(tx => {
      const touched = new Set<string>()
      for (const coin of coins) {
        if (takeFound(tx, coin, this.#store, this.#parts)) touched.add(coin.txid)
        // Last seen unconfirmed, and the node no longer has its block.
        else if (this.#store.find(coin.txid)?.state !== 'confirmed')
          this.#places.place(tx, coin.txid, coin.block, touched)
      }
      this.#chainState.startOver(tx, source, gap)
      if (touched.size > 0) onChange(tx, touched)
    })
  }

  /** Completely, not only some outputs. */
  isKnown(txid: string): boolean {
    return Boolean(this.#store.find(txid)?.raw)
  }

  hasTransactions(): boolean {
    return this.#store.hasTransactions()
  }

  hasBelow(height: number): boolean {
    return this.#store.hasBelow(height)
  }

  /** Outputs in blocks below a height without a spender of ours. */
  heldBelow(height: number): HeldCoin[] {
    return this.#store.heldBelow(height)
  }

  /** A complete source names every spender: no output is spent by an unknown one any more. */
  releaseGone(): void {
    const gone = this.#store.gone()
    if (gone.length === 0) return
    this.#parts.database.transact(tx => {
      const touched = new Set<string>()
      for (const coin of gone) this.#hold(tx, { ...coin, isSpent: false }, touched)
      this.#parts.onChange(tx, touched)
    })
  }

  find(txid: string): TransactionRecord | undefined {
    return this.#store.find(txid)
  }

  outputsOf(txid: string): OutputRecord[] {
    return this.#store.outputsOf(txid)
  }

  /** In a block that no reorganisation is expected to take away. */
  isFinal(txid: string): boolean {
    const { state, block_height } = this.#store.find(txid) ?? {}
    if (state !== 'confirmed' || typeof block_height !== 'number') return false
    return (this.chainState().tipHeight ?? 0) - block_height + 1 >= finalConfirmations
  }

  /** What was confirmed in the place of a lost payment, or of what it is built on; undefined if nothing was. */
  winnerBehind(txid: string): string | undefined {
    const { state, replaced_by } = this.#store.find(txid) ?? {}
    if (state !== 'replaced' && state !== 'dropped') return undefined
    if (replaced_by) return this.#relations.isConfirmed(replaced_by) ? replaced_by : undefined
    for (const { prev_txid } of this.#store.inputsOf(txid)) {
      const winner = this.winnerBehind(prev_txid)
      if (winner !== undefined) return winner
    }
    return undefined
  }

  /** Other transactions of ours that spend the same coins, in any state. */
  rivalsOf(txid: string): string[] {
    return this.#relations.rivalsOf(txid)
  }

  spends(txid: string, coin: Outpoint): boolean {
    return this.#store.spendersOf(coin.txid, coin.vout).includes(txid)
  }

  /** Later payments that a replacement also replaces although they spend other coins. */
  takenAlongBy(txid: string): string[] {
    return this.#store.takenAlongBy(txid).map(one => one.txid)
  }

  /** Either the replacement or `later` can be paid. `paysAgain`: it pays their payees; otherwise they are cancelled. */
  takeAlong(tx: WalletTransaction, replacement: string, later: readonly string[], paysAgain: boolean): void {
    for (const txid of later) this.#store.takeAlong(tx, txid, replacement, paysAgain)
  }

  unsettled(): string[] {
    return this.#store.unsettled()
  }

  /** A query starts: its answer is newer than anything heard before. */
  beginRound(): void {
    this.#heard.clear()
  }

  /** In blocks from this height on; by default those that are not yet deep. */
  recent(fromHeight = (this.chainState().tipHeight ?? 0) - confirmationsReported): string[] {
    return this.#store.confirmedSince(fromHeight)
  }

  /** Oldest first, in chunks. The cursor advances last: after a crash all is reported again, harmlessly. */
  async apply({ sightings, held = [], cursor }: Changes, source: string, tip: ChainTip): Promise<void> {
    const { database, onChange } = this.#parts
    const before = this.chainState()
    const answered = new Map(sightings.map(({ txid, place }) => [txid, place.kind]))
    // Checked in each chunk: a payment may be sent in between.
    const isNews = (sighting: Sighting) => !this.#relations.isStale(sighting, answered, this.#heard)
    const read = sightings.flatMap(sighting => {
      const hex = sighting.hex ?? this.#store.find(sighting.txid)?.raw
      return hex ? [{ ...sighting, hex, parsed: parseTransaction(hex) }] : []
    })
    const ordered = inOrder(read)
    for (let start = 0; start < ordered.length; start += takenInAtOnce) {
      database.transact(tx => {
        const touched = new Set<string>()
        for (const { place, hex, parsed } of ordered.slice(start, start + takenInAtOnce).filter(isNews))
          this.#takeIn(tx, place, hex, parsed, touched)
        if (touched.size > 0) onChange(tx, touched)
      })
      await setImmediate()
    }
    database.transact(tx => {
      const touched = new Set<string>()
      // Replacements are known only once every transaction has a place.
      for (const one of read)
        if (one.place.kind === 'nowhere' && isNews(one)) this.#places.takeOut(tx, one.txid, touched)
      // A lagging node's missing coins are not spent.
      if (tip.synced) for (const coin of held) this.#hold(tx, coin, touched)
      if (tip.height !== before.tipHeight) this.#deepen(before.tipHeight, tip.height, touched)
      this.#chainState.save(tx, { cursor, source, tipHeight: tip.height, tipHash: tip.hash })
      if (touched.size > 0) onChange(tx, touched)
    })
  }

  /** Records our signed payment: its inputs now count as spent. Returns whether it was new. */
  record(tx: WalletTransaction, hex: string): boolean {
    const parsed = parseTransaction(hex)
    const touched = new Set<string>()
    const isNew = !this.isKnown(parsed.txid)
    if (isNew) this.#writer.insert(tx, parsed, hex, 'recorded', touched)
    else this.#places.bringBack(tx, parsed.txid, touched)
    this.#parts.onChange(tx, touched)
    return isNew
  }

  /** The network accepted a recorded payment; what it replaces is gone. */
  accept(tx: WalletTransaction, txid: string): void {
    const touched = new Set<string>()
    if (this.#store.find(txid)?.state !== 'confirmed') this.#places.place(tx, txid, { kind: 'mempool' }, touched)
    const rivals = this.#relations.excludedBy(txid).filter(rival => this.#relations.waits(rival))
    for (const rival of rivals) this.#places.takeOut(tx, rival, touched, txid)
    this.#heard.add(txid)
    this.#parts.onChange(tx, touched)
  }

  /** The network refused a recorded payment for good: removes every trace. */
  forget(tx: WalletTransaction, txid: string): void {
    if (this.#store.find(txid)?.state !== 'recorded') return
    const inputs = this.#store.inputsOf(txid)
    this.#store.remove(tx, txid)
    for (const { prev_txid, prev_vout } of inputs) this.#store.settleSpender(tx, prev_txid, prev_vout)
    this.#parts.onChange(tx, new Set([txid, ...inputs.map(({ prev_txid }) => prev_txid)]))
  }

  /** Nodes refuse our payment, but others may still have it: only a known spender of its coins replaces it. */
  giveUp(tx: WalletTransaction, txid: string): void {
    const touched = new Set<string>()
    const rival = this.#relations.winnerOver(txid)
    if (rival) this.#places.takeOut(tx, txid, touched, rival)
    if (touched.size > 0) this.#parts.onChange(tx, touched)
  }

  /** It waits, and what it is built on is gone. */
  isOrphaned(txid: string): boolean {
    return this.#relations.isOrphaned(txid)
  }

  /** Stops waiting for a payment and its descendants, whose ids are returned. */
  abandon(tx: WalletTransaction, txid: string): string[] {
    const touched = new Set<string>()
    const abandoned = this.#places.abandon(tx, txid, touched)
    this.#parts.onChange(tx, touched)
    return abandoned
  }

  #takeIn(tx: WalletTransaction, place: Place, hex: string, parsed: ParsedTransaction, touched: Set<string>): void {
    const { txid } = parsed
    if (place.kind === 'nowhere') return
    if (!this.isKnown(txid) && !this.#writer.insert(tx, parsed, hex, 'mempool', touched)) return
    this.#places.place(tx, txid, place, touched)
  }

  #hold(tx: WalletTransaction, coin: HeldCoin, touched: Set<string>): void {
    const known = this.#store.output(coin.txid, coin.vout)
    if (!known || (known.gone === 1) === coin.isSpent) return
    this.#store.setGone(tx, coin)
    touched.add(coin.txid)
  }

  /** A new block changes the depth of everything above the last reported one. */
  #deepen(from: number | null, to: number, touched: Set<string>): void {
    const lowest = Math.min(from ?? to, to) - confirmationsReported
    for (const txid of this.#store.confirmedSince(lowest)) touched.add(txid)
  }
}
