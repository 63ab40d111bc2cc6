import { fitsOn } from './chain-limits.ts'
import type { Coin } from './coin.ts'
import { lackingSats, type Unconfirmed } from './left-behind.ts'

/**
 * What unconfirmed coins are built on: for the transaction of each, itself and every unconfirmed one that it needs. One
 * that is missing has not been asked for yet and counts as paid for.
 */
export class Families {
  readonly #byTxid: ReadonlyMap<string, readonly Unconfirmed[]>

  constructor(byTxid: ReadonlyMap<string, readonly Unconfirmed[]> = new Map()) {
    this.#byTxid = byTxid
  }

  has(txid: string): boolean {
    return this.#byTxid.has(txid)
  }

  /** All that these coins need, each once. */
  of(coins: readonly Coin[]): Unconfirmed[] {
    const union = new Map<string, Unconfirmed>()
    for (const { txid, confirmed } of coins)
      if (!confirmed) for (const one of this.#byTxid.get(txid) ?? []) union.set(one.txid, one)
    return [...union.values()]
  }

  /** What a transaction that spends these coins has to pay for others, so that miners take all of them for the rate. */
  liftSats(coins: readonly Coin[], rate: number): number {
    const family = this.of(coins)
    return family.length === 0 ? 0 : lackingSats(family, rate)
  }

  /** Would nodes accept a transaction of this size that spends these coins? */
  fit(coins: readonly Coin[], vsize: number): boolean {
    return fitsOn(this.of(coins), vsize)
  }
}
