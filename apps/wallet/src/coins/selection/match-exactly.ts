import type { Coin } from '../coin.ts'
import { inputWeight } from '../tx-size.ts'
import { needsNoChange, owedSats, type Task, vsizeWith, wasteOf } from './task.ts'

/** Number of sets examined: about ten milliseconds. */
const triesMax = 100_000

/**
 * Branch and bound for the set of coins that needs no change with the least waste (Murch). Complete for up to 16 coins;
 * for more, the best found in time.
 *
 * @param available largest first, each worth more than its input costs
 */
export function matchExactly(available: readonly Coin[], task: Task, inputsMax: number): Coin[] | null {
  const inputVbytes = inputWeight(task.kind) / 4
  const worthOf = ({ valueSats }: Coin) => valueSats - inputVbytes * task.rate
  const baseVbytes = vsizeWith(task, 0, false)
  // Virtual bytes are rounded twice, in size and fee; the exact test below decides.
  const owed = owedSats(task) + (task.liftSats ?? 0)
  const least = owed + (baseVbytes - 2) * task.rate
  const most = owed + (baseVbytes + 2) * (task.rate + 1) + 1
  // A coin that is too large is in no such set. One worth less than the excess it makes room for is left for change.
  const coins = available.filter(coin => worthOf(coin) >= inputVbytes && worthOf(coin) <= most + inputVbytes)
  const worth = coins.map(worthOf)
  const restFrom = suffixSums(worth)

  let best: { positions: number[]; waste: number } | null = null
  const chosen: number[] = []
  let sum = 0
  let worthOfChosen = 0
  let position = 0
  for (let tries = 0; tries < triesMax; tries += 1) {
    const mostNow = most + chosen.length * inputVbytes
    const dead =
      worthOfChosen > mostNow ||
      worthOfChosen + (restFrom[position] ?? 0) < least ||
      chosen.length > inputsMax ||
      (best !== null && wasteOf(task, chosen.length, sum, true) - changeWaste(task) > best.waste)
    if (!dead && chosen.length > 0 && needsNoChange(task, chosen.length, sum)) {
      const waste = wasteOf(task, chosen.length, sum, false)
      if (!best || waste < best.waste) best = { positions: [...chosen], waste }
    }
    if (dead || position >= coins.length) {
      const last = chosen.pop()
      if (last === undefined) break
      sum -= valueAt(coins, last)
      worthOfChosen -= worth[last] ?? 0
      // Without this coin, another of the same value would repeat the search.
      position = last + 1
      while (position < coins.length && valueAt(coins, position) === valueAt(coins, last)) position += 1
      continue
    }
    chosen.push(position)
    sum += valueAt(coins, position)
    worthOfChosen += worth[position] ?? 0
    position += 1
  }
  return best?.positions.map(at => coins[at] as Coin) ?? null
}

/** The part of the waste that is independent of the inputs; without it, waste only grows with more inputs. */
function changeWaste(task: Task): number {
  return wasteOf(task, 0, 0, true)
}

function valueAt(coins: readonly Coin[], position: number): number {
  return coins[position]?.valueSats ?? 0
}

function suffixSums(values: readonly number[]): number[] {
  const sums = Array<number>(values.length + 1).fill(0)
  for (let position = values.length - 1; position >= 0; position -= 1)
    sums[position] = (sums[position + 1] ?? 0) + (values[position] ?? 0)
  return sums
}
