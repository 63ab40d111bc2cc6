import type { Place, Sighting } from '../../chain/chain.ts'
import type { ChainBookStore } from './chain-book-store.ts'

/** Relations between transactions of our book. Read-only. */
export class Relations {
  readonly #store: ChainBookStore

  constructor(store: ChainBookStore) {
    this.#store = store
  }

  /** Other transactions of ours that spend the same coins, in any state. */
  rivalsOf(txid: string): string[] {
    const spenders = this.#store
      .inputsOf(txid)
      .flatMap(input => this.#store.spendersOf(input.prev_txid, input.prev_vout))
    return [...new Set(spenders)].filter(spender => spender !== txid)
  }

  /** Transactions that exclude it: its rivals, what it replaces and what replaces it. */
  excludedBy(txid: string): string[] {
    const along = this.#store.takenAlongBy(txid).map(one => one.txid)
    return [...new Set([...this.rivalsOf(txid), ...along, ...this.#store.takersOf(txid)])]
  }

  /** The owner of its coins: confirmed, or in a mempool after it; what was there before is what ours replaces. */
  winnerOver(txid: string): string | undefined {
    const own = this.isOurs(txid) ? (this.#store.find(txid)?.seq ?? 0) : 0
    return this.#store.rivalsOf(txid).find(({ state, seq }) => state === 'confirmed' || seq > own)?.txid
  }

  /** Spenders of its outputs to us, in any state; newest first. */
  childrenOf(txid: string): string[] {
    return this.#store.outputsOf(txid).flatMap(({ vout }) => this.#store.spendersOf(txid, vout))
  }

  waits(txid: string): boolean {
    const state = this.#store.find(txid)?.state
    return state === 'mempool' || state === 'recorded'
  }

  counts(txid: string): boolean {
    return this.waits(txid) || this.#store.find(txid)?.state === 'confirmed'
  }

  /** Ours, and built on something replaced, dropped by all mempools, or spent by an unknown transaction. */
  isOrphaned(txid: string): boolean {
    if (this.#store.find(txid)?.state !== 'recorded') return false
    return this.#store.inputsOf(txid).some(({ prev_txid, prev_vout }) => {
      const state = this.#store.find(prev_txid)?.state
      const isGone = this.#store.output(prev_txid, prev_vout)?.gone === 1
      return isGone || state === 'replaced' || state === 'dropped' || this.isOrphaned(prev_txid)
    })
  }

  /** Made and signed by us: every input is ours. */
  isOurs(txid: string): boolean {
    return this.#store.inputsOf(txid).every(({ prev_txid, prev_vout }) => this.#store.output(prev_txid, prev_vout))
  }

  isConfirmed(txid: string | undefined): boolean {
    return txid !== undefined && this.#store.find(txid)?.state === 'confirmed'
  }

  /** Older than what we know. `answered`: places in the same answer; `heard`: accepted by the network since the query. */
  isStale(
    { txid, place }: Sighting,
    answered: ReadonlyMap<string, Place['kind']>,
    heard: ReadonlySet<string>,
  ): boolean {
    if (place.kind === 'block') return false
    if (heard.has(txid)) return true
    const isGone = (other: string) => answered.get(other) === 'nowhere' && !heard.has(other)
    // A payment cannot be anywhere without its inputs.
    if (place.kind === 'nowhere')
      return this.childrenOf(txid).some(child => heard.has(child) || (answered.has(child) && !isGone(child)))
    // Some servers report replaced transactions for a while; one may be back once they no longer know its replacement.
    const winner = this.#store.find(txid)?.state === 'replaced' ? this.winnerOver(txid) : undefined
    return winner !== undefined && !isGone(winner)
  }
}
