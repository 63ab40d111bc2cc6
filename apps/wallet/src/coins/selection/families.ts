import { fitsOn } from '../chain-limits.ts'
import type { Coin } from '../coin.ts'
import { lackingSats, type Unconfirmed } from '../left-behind.ts'

/** The unconfirmed ancestors of unconfirmed coins, themselves included. A missing one counts as paid. */
export class Families {
  readonly #byTxid: ReadonlyMap<string, readonly Unconfirmed[]>

  constructor(byTxid: ReadonlyMap<string, readonly Unconfirmed[]> = new Map()) {
    this.#byTxid = byTxid
  }

  has(txid: string): boolean {
    return this.#byTxid.has(txid)
  }

  /** All ancestors of these coins, each once. */
  of(coins: readonly Coin[]): Unconfirmed[] {
    const union = new Map<string, Unconfirmed>()
    for (const { txid, confirmed } of coins)
      if (!confirmed) for (const one of this.#byTxid.get(txid) ?? []) union.set(one.txid, one)
    return [...union.values()]
  }

  /** What a transaction spending these coins must pay for ancestors, so that miners accept all at the rate. */
  liftSats(coins: readonly Coin[], rate: number): number {
    return lackingSats(this.of(coins), rate)
  }

  /** Whether nodes accept a transaction of this size that spends these coins. */
  fit(coins: readonly Coin[], vsize: number): boolean {
    return fitsOn(this.of(coins), vsize)
  }
}
