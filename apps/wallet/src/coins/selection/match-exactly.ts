import type { Coin } from '../coin.ts'
import { inputWeight } from '../tx-size.ts'
import { needsNoChange, owedSats, type Task, vsizeWith, wasteOf, wasteOfInputs } from './task.ts'

/** Number of sets examined: about ten milliseconds. */
const triesMax = 100_000

interface Candidate {
  readonly coin: Coin
  readonly position: number
  /** Value without the cost of its input. */
  readonly worth: number
  /** Worth of this coin and all smaller ones. */
  readonly rest: number
}

/** Branch and bound (Murch), complete up to 16 coins. `available`: largest first, each worth its input. */
export function matchExactly(available: readonly Coin[], task: Task, inputsMax: number): Coin[] | null {
  const inputVbytes = inputWeight(task.kind) / 4
  const candidates = candidatesOf(available, task)
  const { least, most } = worthWanted(task)

  let best: { coins: Coin[]; waste: number } | null = null
  const chosen: Candidate[] = []
  let sum = 0
  let worth = 0
  let position = 0
  for (let tries = 0; tries < triesMax; tries += 1) {
    const next = candidates[position]
    const dead =
      worth > most + chosen.length * inputVbytes ||
      chosen.length > inputsMax ||
      (best !== null && wasteOfInputs(task, chosen.length) > best.waste)
    if (!dead && needsNoChange(task, chosen.length, sum)) {
      const waste = wasteOf(task, chosen.length, sum, false)
      if (!best || waste < best.waste) best = { coins: chosen.map(({ coin }) => coin), waste }
    }
    if (dead || !next || worth + next.rest < least) {
      const last = chosen.pop()
      if (!last) break
      sum -= last.coin.valueSats
      worth -= last.worth
      position = last.position
      while (candidates[position]?.coin.valueSats === last.coin.valueSats) position += 1
      continue
    }
    chosen.push(next)
    sum += next.coin.valueSats
    worth += next.worth
    position += 1
  }
  return best?.coins ?? null
}

/** Without coins that are worth less than the excess they make room for: these are left for change. */
function candidatesOf(available: readonly Coin[], task: Task): Candidate[] {
  const inputVbytes = inputWeight(task.kind) / 4
  const worthOf = ({ valueSats }: Coin) => valueSats - inputVbytes * task.rate
  const coins = available.filter(coin => worthOf(coin) >= inputVbytes)
  let rest = coins.reduce((sum, coin) => sum + worthOf(coin), 0)
  return coins.map((coin, position) => {
    const candidate = { coin, position, worth: worthOf(coin), rest }
    rest -= candidate.worth
    return candidate
  })
}

/** Virtual bytes are rounded twice, in size and fee: the exact test decides. */
const slackVbytes = 2

/** Limits of a set's worth. The excess may be one satoshi for each virtual byte, those of its inputs not counted here. */
function worthWanted(task: Task): { least: number; most: number } {
  const owed = owedSats(task) + (task.liftSats ?? 0)
  const vbytes = vsizeWith(task, 0, false)
  return { least: owed + (vbytes - slackVbytes) * task.rate, most: owed + (vbytes + slackVbytes) * (task.rate + 1) + 1 }
}
