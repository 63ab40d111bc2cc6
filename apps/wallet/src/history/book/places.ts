import type { Place } from '../../chain/chain.ts'
import type { WalletTransaction } from '../../database/wallet-database.ts'
import type { ChainBookStore } from './chain-book-store.ts'
import type { Relations } from './relations.ts'

/** Moves transactions between places, along with their descendants. Every method adds to `touched` what changed. */
export class Places {
  readonly #store: ChainBookStore
  readonly #relations: Relations

  constructor(store: ChainBookStore, relations: Relations) {
    this.#store = store
    this.#relations = relations
  }

  /** No mempool or block has it: it is replaced, rebroadcast by us, or forgotten. */
  takeOut(tx: WalletTransaction, txid: string, touched: Set<string>, rival = this.#relations.winnerOver(txid)): void {
    const known = this.#store.find(txid)
    if (!known) return
    const isFinal = this.#relations.isConfirmed(rival)
    const state = rival
      ? 'replaced'
      : this.#relations.isOurs(txid) && this.#relations.counts(txid)
        ? 'recorded'
        : 'dropped'
    if (known.state !== state || known.replaced_by !== (rival ?? null)) {
      this.#store.place(tx, txid, state, null, rival ?? null)
      this.settleInputs(tx, txid, touched)
      touched.add(txid)
    }
    // Its descendants go with it.
    if (state !== 'recorded')
      for (const child of this.#relations.childrenOf(txid)) this.unfound(tx, child, touched, isFinal)
    if (state !== 'recorded') this.#letStand(tx, txid, touched)
  }

  /** A replacement is not paid: what it replaced is valid again, unless what that is built on is gone. */
  #letStand(tx: WalletTransaction, replacement: string, touched: Set<string>): void {
    for (const { txid, pays_again } of this.#store.takenAlongBy(replacement)) {
      const known = this.#store.find(txid)
      if (known?.state !== 'replaced') continue
      const rival = this.#relations.winnerOver(txid)
      const stands = this.#store.inputsOf(txid).every(({ prev_txid }) => this.#relations.counts(prev_txid))
      const state = rival ? 'replaced' : stands && pays_again === 1 ? 'recorded' : 'dropped'
      this.#store.place(tx, txid, state, null, rival ?? null)
      this.settleInputs(tx, txid, touched)
      touched.add(txid)
    }
  }

  /** A mempool's choice is not final, so our payment waits: called lost, it could be paid twice. */
  unfound(tx: WalletTransaction, txid: string, touched: Set<string>, isFinal: boolean): void {
    if (!this.#relations.waits(txid)) return
    const state = !isFinal && this.#relations.isOurs(txid) ? 'recorded' : 'dropped'
    if (this.#store.find(txid)?.state !== state) {
      this.#store.place(tx, txid, state, null, null)
      this.settleInputs(tx, txid, touched)
      touched.add(txid)
    }
    for (const child of this.#relations.childrenOf(txid)) this.unfound(tx, child, touched, isFinal)
  }

  /** Stops sending it and its descendants; returns their ids. */
  abandon(tx: WalletTransaction, txid: string, touched: Set<string>): string[] {
    if (!this.#relations.waits(txid)) return []
    this.#store.place(tx, txid, 'dropped', null, null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    const children = this.#relations.childrenOf(txid).filter(child => this.#relations.isOurs(child))
    return [txid, ...children.flatMap(child => this.abandon(tx, child, touched))]
  }

  /** A lost transaction is made again. Nothing returns by itself: its owner may have paid otherwise since. */
  bringBack(tx: WalletTransaction, txid: string, touched: Set<string>): void {
    if (this.#store.find(txid)?.state !== 'dropped' || !this.#relations.isOurs(txid)) return
    if (this.#relations.excludedBy(txid).some(rival => this.#relations.counts(rival))) return
    this.#store.place(tx, txid, 'recorded', null, null)
    this.#store.makeNewest(tx, txid)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
  }

  place(tx: WalletTransaction, txid: string, place: Exclude<Place, { kind: 'nowhere' }>, touched: Set<string>): void {
    const known = this.#store.find(txid)
    const block = place.kind === 'block' ? place : null
    const state = block ? 'confirmed' : 'mempool'
    if (!known || (known.state === state && known.block_hash === (block?.hash ?? null))) return
    this.#store.place(tx, txid, state, block, null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    // A source may report the loss before the gain: what was given up has been replaced.
    for (const rival of this.#relations.excludedBy(txid)) {
      const { state: place } = this.#store.find(rival) ?? {}
      if (place === 'dropped' || (block && place !== 'confirmed')) this.takeOut(tx, rival, touched, txid)
    }
  }

  /** A spender of an unconfirmed payment may speed it up, which is shown with it. */
  settleInputs(tx: WalletTransaction, txid: string, touched: Set<string>): void {
    for (const { prev_txid, prev_vout } of this.#store.inputsOf(txid)) {
      this.#store.settleSpender(tx, prev_txid, prev_vout)
      if (this.#store.find(prev_txid)?.state === 'mempool') touched.add(prev_txid)
    }
  }
}
