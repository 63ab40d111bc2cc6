import sharp from 'sharp'

// The measure that PDQ replaces (decision 062), for comparison: dHash, 64 bits, within 5.

const refusedWithin = 5
const leastBits = 8

/** Is each of 8 × 8 places brighter than the one to its right? */
export async function oldHashOf(webp: Buffer): Promise<bigint> {
  const grey = await sharp(webp)
    .flatten({ background: '#fff' })
    .greyscale()
    .resize(9, 8, { fit: 'fill' })
    .raw()
    .toBuffer()
  let bits = 0n
  for (let y = 0; y < 8; y++)
    for (let x = 0; x < 8; x++) {
      const at = y * 9 + x
      bits = (bits << 1n) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n)
    }
  return bits
}

const onesIn = (bits: bigint) => bits.toString(2).replaceAll('0', '').length

/** Flat images were compared with none. */
const isTelling = (bits: bigint) => onesIn(bits) >= leastBits && onesIn(bits) <= 64 - leastBits

export const refusedBefore = (one: bigint, other: bigint): boolean =>
  isTelling(one) && isTelling(other) && onesIn(one ^ other) <= refusedWithin
