// The deterministic randomness by which both sides agree on each part's content (BCR-2020-005).
import { sha256 } from '@noble/hashes/sha2.js'

const mask = (1n << 64n) - 1n
const rotate = (value: bigint, by: bigint) => ((value << by) | (value >> (64n - by))) & mask

/** Numbers of xoshiro256**, seeded by the SHA-256 of some bytes. */
class Chance {
  #state: [bigint, bigint, bigint, bigint]

  constructor(seed: Uint8Array) {
    const view = new DataView(sha256(seed).buffer)
    this.#state = [0, 8, 16, 24].map(at => view.getBigUint64(at)) as [bigint, bigint, bigint, bigint]
  }

  /** From 0 up to 1. */
  next(): number {
    const [a, b, c, d] = this.#state
    const result = (rotate((b * 5n) & mask, 7n) * 9n) & mask
    const [mixedC, mixedD] = [c ^ a, d ^ b]
    this.#state = [a ^ mixedD, b ^ mixedC, mixedC ^ ((b << 17n) & mask), rotate(mixedD, 45n)]
    return Number(result) / 2 ** 64
  }

  /** A whole number from 0 up to below `count`. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }
}

/** From 0, in a part (from 1): each alone first, then random mixtures (XOR). `checksum`: of the whole message. */
export function fragmentsOf(part: number, count: number, checksum: number): number[] {
  if (part <= count) return [part - 1]
  const seed = new Uint8Array(8)
  const view = new DataView(seed.buffer)
  view.setUint32(0, part)
  view.setUint32(4, checksum)
  const chance = new Chance(seed)
  const degree = degreeOf(count, chance)
  const left = Array.from({ length: count }, (_, index) => index)
  return Array.from({ length: degree }, () => left.splice(chance.below(left.length), 1)[0] ?? 0)
}

/** How many fragments are mixed: n with probability 1/n, drawn by Vose's alias method. */
function degreeOf(count: number, chance: Chance): number {
  const { shares, aliases } = aliasTable(count)
  const [place, toss] = [chance.next(), chance.next()]
  const index = Math.floor(count * place)
  return (toss < (shares[index] ?? 1) ? index : (aliases[index] ?? index)) + 1
}

const tables = new Map<number, ReturnType<typeof fillTable>>()

function aliasTable(count: number) {
  const table = tables.get(count) ?? fillTable(count)
  tables.set(count, table)
  return table
}

function fillTable(count: number): { shares: readonly number[]; aliases: readonly number[] } {
  const weights = Array.from({ length: count }, (_, index) => 1 / (index + 1))
  const sum = weights.reduce((one, other) => one + other, 0)
  const scaled = weights.map(weight => (weight * count) / sum)
  const shares = Array.from({ length: count }, () => 1)
  const aliases = Array.from({ length: count }, (_, index) => index)
  const indexes = Array.from({ length: count }, (_, index) => count - 1 - index)
  const small = indexes.filter(index => (scaled[index] ?? 0) < 1)
  const large = indexes.filter(index => (scaled[index] ?? 0) >= 1)
  while (small.length > 0 && large.length > 0) {
    const [less, more] = [small.pop() ?? 0, large.pop() ?? 0]
    shares[less] = scaled[less] ?? 0
    aliases[less] = more
    scaled[more] = (scaled[more] ?? 0) + (scaled[less] ?? 0) - 1
    if ((scaled[more] ?? 0) < 1) small.push(more)
    else large.push(more)
  }
  return { shares, aliases }
}
