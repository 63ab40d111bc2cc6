import type { Place } from '../chain/chain.ts'
import type { WalletTransaction } from '../database/wallet-database.ts'
import type { LedgerStore } from './ledger-store.ts'
import type { Relations } from './relations.ts'

/**
 * Moves transactions of our book from place to place, and with each what depends on it. Every method adds to `touched`
 * what is told otherwise from then on.
 */
export class Places {
  readonly #store: LedgerStore
  readonly #relations: Relations

  constructor(store: LedgerStore, relations: Relations) {
    this.#store = store
    this.#relations = relations
  }

  /** No mempool and no block holds it any more: another one has its place, we send it again, or it is lost. */
  takeOut(tx: WalletTransaction, txid: string, touched: Set<string>, rival = this.#relations.winnerOver(txid)): void {
    const known = this.#store.find(txid)
    if (!known) return
    const state = rival
      ? 'replaced'
      : this.#relations.isOurs(txid) && this.#relations.counts(txid)
        ? 'recorded'
        : 'dropped'
    if (known.state === state && known.replaced_by === (rival ?? null)) return
    this.#store.place(tx, txid, state, null, rival ?? null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    // What was built on it goes with it.
    if (state !== 'recorded') for (const child of this.#relations.childrenOf(txid)) this.lose(tx, child, touched, state)
  }

  /** `parent`: what has become of what it spends, where that is why. */
  lose(tx: WalletTransaction, txid: string, touched: Set<string>, parent: 'replaced' | 'dropped' = 'replaced'): void {
    if (!this.#relations.waits(txid)) return
    // Nodes that still hold its parent may hold it too: what pays others is not called lost, lest it be paid twice.
    const state =
      parent === 'dropped' && this.#relations.isOurs(txid) && this.#relations.paysOthers(txid) ? 'recorded' : 'dropped'
    if (this.#store.find(txid)?.state === state) return
    this.#store.place(tx, txid, state, null, null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    if (state === 'dropped') for (const child of this.#relations.childrenOf(txid)) this.lose(tx, child, touched, parent)
  }

  /** What was lost, or lost with what it is built on, waits again, unless something else has its coins now. */
  bringBack(tx: WalletTransaction, txid: string, touched: Set<string>): void {
    if (this.#store.find(txid)?.state !== 'dropped' || !this.#relations.isOurs(txid)) return
    if (this.#relations.rivalsOf(txid).some(rival => this.#relations.counts(rival))) return
    this.#store.place(tx, txid, 'recorded', null, null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    for (const child of this.#relations.childrenOf(txid)) this.bringBack(tx, child, touched)
  }

  place(tx: WalletTransaction, txid: string, place: Exclude<Place, { kind: 'nowhere' }>, touched: Set<string>): void {
    const known = this.#store.find(txid)
    const block = place.kind === 'block' ? place : null
    const state = block ? 'confirmed' : 'mempool'
    if (!known || (known.state === state && known.block_hash === (block?.hash ?? null))) return
    this.#store.place(tx, txid, state, block, null)
    this.settleInputs(tx, txid, touched)
    touched.add(txid)
    // A source may tell of the loss before it tells of the gain: who was given up for lost has been replaced.
    for (const rival of this.#relations.rivalsOf(txid)) {
      const { state: place } = this.#store.find(rival) ?? {}
      if (place === 'dropped' || (block && place !== 'confirmed')) this.takeOut(tx, rival, touched, txid)
    }
    if (known.state === 'dropped' || known.state === 'replaced')
      for (const child of this.#relations.childrenOf(txid)) this.bringBack(tx, child, touched)
  }

  /** What is built on a payment in no block helps it on: that is told with it. */
  settleInputs(tx: WalletTransaction, txid: string, touched: Set<string>): void {
    for (const { prev_txid, prev_vout } of this.#store.inputsOf(txid)) {
      this.#store.settleSpender(tx, prev_txid, prev_vout)
      if (this.#store.find(prev_txid)?.state === 'mempool') touched.add(prev_txid)
    }
  }
}
