import { crc32 } from './crc32.ts'

/** First and last letters of the 256 words of BCR-2020-012, in order: two characters per byte ('minimal'). */
const pairs =
  'aeadaoaxaaahamatayasbkbdbnbtbabsbebybgbwbbbzcmchcscfcycwcecackctcxclcpcndkdadsdidedtdrdndwdpdmdldyehey' +
  'eoeeecenemetesftfrfnfsfmfhfzfpfwfxfyfefgflfdgagegrgsgtglgwgdgygmgughgohfhghdhkhthphhhlhyhehnhsidiaieih' +
  'iyioisinimjejzjnjtjljojsjpjkjykpkoktkskkknkgkekikblblalylflslrlplnltloldlelulklgmnmymhmemomumwmdmtmsmk' +
  'nlnyndnsntnnnenboyoeotoxonolospdptpkpypspmplpepfpaprqdqzrerprlrorhrdrkrfryrnrsrtsesasrssskswstspsosgsb' +
  'sfsntotktitttdtetytltbtstptatnuyuoutueurvtvyvovlvevwvavdvswlwdwmwpwewywswtwnwzwfwkykynylyaytzszoztzcze' +
  'zm'

const checksumBytes = 4
const byteOf = new Map(Array.from({ length: 256 }, (_, byte) => [pairs.slice(byte * 2, byte * 2 + 2), byte]))

export function toBytewords(bytes: Uint8Array): string {
  const whole = new Uint8Array(bytes.length + checksumBytes)
  whole.set(bytes)
  new DataView(whole.buffer).setUint32(bytes.length, crc32(bytes))
  return Array.from(whole, byte => pairs.slice(byte * 2, byte * 2 + 2)).join('')
}

/** The bytes; null for a wrong letter or checksum. @param text in lower case */
export function fromBytewords(text: string): Uint8Array | null {
  const values = (text.match(/../g) ?? []).map(pair => byteOf.get(pair))
  if (text.length % 2 !== 0 || values.length <= checksumBytes || values.includes(undefined)) return null
  const whole = Uint8Array.from(values as number[])
  const bytes = whole.slice(0, -checksumBytes)
  return new DataView(whole.buffer).getUint32(bytes.length) === crc32(bytes) ? bytes : null
}
