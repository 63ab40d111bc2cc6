/** Descriptor characters in groups of 32 (BIP 380). */
const inputCharset =
  "0123456789()[],'/*abcdefgh@:$%{}" + 'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' + 'ijklmnopqrstuvwxyzABCDEFGH`#"\\ '
const checksumCharset = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generator = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn]

/** The eight characters after a descriptor's `#` (BIP 380), or null for an invalid character. */
export function descriptorChecksum(descriptor: string): string | null {
  let checksum = 1n
  let group = 0
  let grouped = 0
  for (const character of descriptor) {
    const position = inputCharset.indexOf(character)
    if (position < 0) return null
    checksum = next(checksum, position & 31)
    group = group * 3 + (position >> 5)
    grouped += 1
    if (grouped === 3) {
      checksum = next(checksum, group)
      group = 0
      grouped = 0
    }
  }
  if (grouped > 0) checksum = next(checksum, group)
  for (let index = 0; index < 8; index += 1) checksum = next(checksum, 0)
  checksum ^= 1n
  return Array.from(
    { length: 8 },
    (_, index) => checksumCharset[Number((checksum >> BigInt(5 * (7 - index))) & 31n)],
  ).join('')
}

export function withChecksum(descriptor: string): string {
  return `${descriptor}#${descriptorChecksum(descriptor)}`
}

function next(checksum: bigint, value: number): bigint {
  const top = checksum >> 35n
  let result = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(value)
  generator.forEach((term, index) => {
    if ((top >> BigInt(index)) & 1n) result ^= term
  })
  return result
}
