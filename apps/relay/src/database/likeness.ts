/**
 * The number of bits in which two likenesses differ: 64 bits, each 16 hex digits. 64, as unlike as can be, for anything
 * else.
 */
export function likenessDistance(one: string, other: string): number {
  if (one.length !== 16 || other.length !== 16) return 64
  return differing(one, other, 0) + differing(one, other, 8)
}

const differing = (one: string, other: string, at: number) =>
  bitsIn(Number.parseInt(one.slice(at, at + 8), 16) ^ Number.parseInt(other.slice(at, at + 8), 16))

/** The number of ones in 32 bits. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const leastBits = 8

/**
 * Does the likeness say what the picture shows? A flat picture, or one that only gets brighter to one side, has nearly
 * the same likeness as every other such picture.
 */
export function isTelling(likeness: string): boolean {
  const ones = likenessDistance(likeness, '0'.repeat(16))
  return likeness.length === 16 && ones >= leastBits && ones <= 64 - leastBits
}
