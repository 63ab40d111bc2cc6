import { chainTooLong } from '../chain-limits.ts'
import type { Coin } from '../coin.ts'
import { outpointOf } from '../raw-transaction.ts'
import { RefusedError } from '../refused-error.ts'
import type { Families } from './families.ts'
import { type Selection, selectCoins, sumOf } from './select-coins.ts'
import { allowsChange, leftOver, needsNoChange, type Task, vsizeWith } from './task.ts'

/** A selection, and what it must pay for its unconfirmed ancestors. */
export interface Lifting extends Selection {
  readonly liftSats: number
}

/** Null if all do not suffice. Throws RefusedError: 'too_large', 'coin_not_spendable' (chain too long). */
export function selectByTrust(coins: readonly Coin[], task: Task, families: Families): Lifting | null {
  const settled = coins.filter(({ confirmed }) => confirmed)
  const isSettled = settled.length === coins.length
  const selected = isSettled ? selectCoins(settled, task) : orNull(() => selectCoins(settled, task))
  if (selected || isSettled) return selected && { ...selected, liftSats: 0 }

  const byOutpoint = new Map(coins.map(coin => [outpointOf(coin), coin]))
  let open = coins.flatMap(coin => {
    const valueSats = coin.valueSats - families.liftSats([coin], task.rate)
    return valueSats > 0 ? [{ ...coin, valueSats }] : []
  })
  for (;;) {
    const found = selectCoins(open, task)
    if (!found) {
      if (open.length < byOutpoint.size && canPay(byOutpoint.values(), task, families)) throw chainTooLong()
      return null
    }
    const real = found.coins.map(coin => byOutpoint.get(outpointOf(coin)) as Coin)
    if (families.fit(real, vsizeWith(task, real.length, found.withChange))) return settle(real, found, task, families)
    const longest = longestOf(real, families)
    open = open.filter(coin => outpointOf(coin) !== longest)
  }
}

/** Coins with shared ancestors lift them once; the saving becomes change if it is large enough. */
function settle(coins: readonly Coin[], found: Selection, task: Task, families: Families): Lifting {
  const liftSats = families.liftSats(coins, task.rate)
  const lifting = { ...task, liftSats }
  const sum = sumOf(coins)
  const withChange =
    found.withChange || (!needsNoChange(lifting, coins.length, sum) && allowsChange(lifting, coins.length, sum))
  return { coins, withChange, liftSats }
}

function longestOf(coins: readonly Coin[], families: Families): string {
  const [longest] = coins.toSorted((one, other) => families.of([other]).length - families.of([one]).length)
  if (!longest) throw new Error('expected coins, got none')
  return outpointOf(longest)
}

/** Whether they would suffice if nodes accepted chains of any length. */
function canPay(coins: Iterable<Coin>, task: Task, families: Families): boolean {
  const all = [...coins].filter(coin => coin.valueSats > families.liftSats([coin], task.rate))
  const lifting = { ...task, liftSats: families.liftSats(all, task.rate) }
  return leftOver(lifting, all.length, sumOf(all), false) >= 0
}

function orNull<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch (error) {
    if (error instanceof RefusedError) return null
    throw error
  }
}
