import { median } from '../figures.ts'

/** Of what the last third has; two runs differ by more. */
const noise = 0.02

/** Whether what was measured at equal distances stops growing: from third to third it grows by half as much, or by nothing. */
export function levelOff(values: readonly number[]): { readonly thirds: readonly number[]; readonly isLevel: boolean } {
  const length = Math.floor(values.length / 3)
  if (length === 0) throw new Error('three values are needed at least')
  const last = values.slice(-3 * length)
  const thirds = [0, 1, 2].map(third => median(last.slice(third * length, (third + 1) * length)))
  const [first = 0, second = 0, third = 0] = thirds
  const grown = third - second
  return { thirds, isLevel: grown <= Math.max(noise * third, (second - first) / 2) }
}
