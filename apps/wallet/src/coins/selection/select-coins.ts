import { refusals } from '@hornets/contract/wallet/answers/refusals'
import type { Coin } from '../coin.ts'
import { refused } from '../refused-error.ts'
import { matchExactly } from './match-exactly.ts'
import { allowsChange, inputCostSats, leftOver, maxInputs, type Task, wasteOf } from './task.ts'

export interface Selection {
  readonly coins: readonly Coin[]
  readonly withChange: boolean
}

/** Changeless if less waste, else fewest coins. Deterministic; null if too few. Throws RefusedError('too_large'). */
export function selectCoins(available: readonly Coin[], task: Task): Selection | null {
  const coins = worthSpending(available, task).sort(largestFirst)
  const inputsMax = maxInputs(task)
  const withChange = fewestWithChange(coins.slice(0, inputsMax), task)
  const exact = matchExactly(coins, task, inputsMax)
  if (exact && (!withChange || wasteOfSet(exact, task, false) < wasteOfSet(withChange, task, true)))
    return { coins: exact, withChange: false }
  if (withChange) return { coins: withChange, withChange: true }
  const all = coins.slice(0, inputsMax)
  const isEnough = (count: number, sum: number) => task.paidScripts.length > 0 && leftOver(task, count, sum, false) >= 0
  // Too much for no change and too little for one, whatever is added: the rest is fee.
  const fewest = isEnough(0, 0) ? [] : fewestOf(all, isEnough)
  if (fewest) return { coins: fewest, withChange: false }
  if (coins.length > inputsMax && leftOver(task, inputsMax, sumOf(coins), false) >= 0)
    throw refused(refusals.tooManyCoins, { coins: inputsMax })
  return null
}

export function worthSpending(coins: readonly Coin[], task: Task): Coin[] {
  const cost = inputCostSats(task)
  return coins.filter(({ valueSats }) => valueSats > cost)
}

export function sumOf(coins: readonly Coin[]): number {
  return coins.reduce((sum, { valueSats }) => sum + valueSats, 0)
}

/** By value, then by name, so that the order does not depend on their source. */
export function largestFirst(one: Coin, other: Coin): number {
  return other.valueSats - one.valueSats || byOutpoint(one, other)
}

/** By transaction, then by output. */
export function byOutpoint(one: Coin, other: Coin): number {
  if (one.txid === other.txid) return one.vout - other.vout
  return one.txid < other.txid ? -1 : 1
}

function fewestWithChange(coins: readonly Coin[], task: Task): Coin[] | null {
  return fewestOf(coins, (count, sum) => allowsChange(task, count, sum))
}

/** The first coins of a list sorted by size; then the last is replaced by the smallest that suffices. */
function fewestOf(coins: readonly Coin[], isEnough: (count: number, sumSats: number) => boolean): Coin[] | null {
  let sum = 0
  for (const [position, coin] of coins.entries()) {
    const before = sum
    sum += coin.valueSats
    const count = position + 1
    if (!isEnough(count, sum)) continue
    const suits = (other: Coin) => isEnough(count, before + other.valueSats)
    return [...coins.slice(0, position), coins[lastThat(coins, position, suits)] ?? coin]
  }
  return null
}

/** The last position from `from` on with a suitable coin; suitable ones come first. */
function lastThat(coins: readonly Coin[], from: number, suits: (coin: Coin) => boolean): number {
  let low = from
  let high = coins.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const coin = coins[middle]
    if (coin && suits(coin)) low = middle
    else high = middle - 1
  }
  return low
}

function wasteOfSet(coins: readonly Coin[], task: Task, withChange: boolean): number {
  return wasteOf(task, coins.length, sumOf(coins), withChange)
}
