import type { Place, Sighting } from '../chain/chain.ts'
import type { LedgerStore } from './ledger-store.ts'

/** What the transactions of our book have to do with each other. Reads only. */
export class Relations {
  readonly #store: LedgerStore

  constructor(store: LedgerStore) {
    this.#store = store
  }

  /** Others of ours that spend what it spends, whatever their state. */
  rivalsOf(txid: string): string[] {
    const spenders = this.#store
      .inputsOf(txid)
      .flatMap(input => this.#store.spendersOf(input.prev_txid, input.prev_vout))
    return [...new Set(spenders)].filter(spender => spender !== txid)
  }

  /** Those of which at most one can be paid beside it: its rivals, what it takes along and what takes it along. */
  excludedBy(txid: string): string[] {
    const along = this.#store.takenAlongBy(txid).map(one => one.txid)
    return [...new Set([...this.rivalsOf(txid), ...along, ...this.#store.takersOf(txid)])]
  }

  /**
   * Who has its coins: whatever is in a block, or came to a mempool after it. What stood there before a payment of ours is
   * what that is to replace.
   */
  winnerOver(txid: string): string | undefined {
    const own = this.isOurs(txid) ? (this.#store.find(txid)?.seq ?? 0) : 0
    return this.#store.rivalsOf(txid).find(({ state, seq }) => state === 'confirmed' || seq > own)?.txid
  }

  /** Those that spend what it leaves us, whatever their state; newest first. */
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

  /**
   * Of ours, and built on something that is not there any more: replaced, forgotten by all mempools, or spent by nobody
   * knows whom. It may never be paid.
   */
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

  /** A block holds it. */
  isConfirmed(txid: string | undefined): boolean {
    return txid !== undefined && this.#store.find(txid)?.state === 'confirmed'
  }

  /**
   * Is a sighting older than what we know? `told`: all that the same answer places. `heard`: what the network has taken
   * from us since the question.
   */
  isStale({ txid, place }: Sighting, told: ReadonlyMap<string, Place['kind']>, heard: ReadonlySet<string>): boolean {
    if (place.kind === 'block') return false
    if (heard.has(txid)) return true
    const isGone = (other: string) => told.get(other) === 'nowhere' && !heard.has(other)
    // Nobody has a payment without what it spends.
    if (place.kind === 'nowhere')
      return this.childrenOf(txid).some(child => heard.has(child) || (told.has(child) && !isGone(child)))
    // Some servers tell of what has been replaced for a while; it may be back once they miss the one that replaced it.
    const winner = this.#store.find(txid)?.state === 'replaced' ? this.winnerOver(txid) : undefined
    return winner !== undefined && !isGone(winner)
  }
}
