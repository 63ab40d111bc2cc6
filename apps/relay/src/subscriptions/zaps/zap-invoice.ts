import { bech32 } from '@scure/base'

export interface ZapInvoice {
  /** Millisatoshis. */
  readonly amountMsats: number
  readonly paymentHash: string
  /** SHA-256 of what was paid for, hex. */
  readonly descriptionHash: string
}

const longest = 7089
const timestampWords = 7
const signatureWords = 104
const hashWords = 52
const field = { paymentHash: 1, descriptionHash: 23 } as const
/** Millisatoshis of ten units; a tenth of a millisatoshi is a picobitcoin. */
const tenthsOf: Readonly<Record<string, number>> = { '': 1e12, m: 1e9, u: 1e6, n: 1e3, p: 1 }

/** Null unless it names an amount and both hashes. Its signature is not checked: the receipt's counts. */
export function readZapInvoice(text: string): ZapInvoice | null {
  const decoded = bech32.decodeUnsafe(text, longest)
  const [, amount, unit = ''] = /^ln[a-z]+?([1-9]\d{0,15})([munp]?)$/.exec(decoded?.prefix ?? '') ?? []
  if (!decoded || amount === undefined || decoded.words.length < timestampWords + signatureWords) return null
  const amountMsats = (Number(amount) * (tenthsOf[unit] ?? 0)) / 10
  const paymentHash = hashIn(decoded.words, field.paymentHash)
  const descriptionHash = hashIn(decoded.words, field.descriptionHash)
  if (!Number.isSafeInteger(amountMsats) || !paymentHash || !descriptionHash) return null
  return { amountMsats, paymentHash, descriptionHash }
}

/** The first field of this type; those with another length are skipped, as the standard says. */
function hashIn(words: readonly number[], wanted: number): string | null {
  const end = words.length - signatureWords
  for (let at = timestampWords; at + 3 <= end; ) {
    const [type, high = 0, low = 0] = words.slice(at, at + 3)
    const length = high * 32 + low
    const content = words.slice(at + 3, at + 3 + length)
    if (at + 3 + length > end) return null
    if (type === wanted && length === hashWords) return Buffer.from(bytesOf(content)).toString('hex')
    at += 3 + length
  }
  return null
}

/** 52 words of five bits hold 32 bytes and four bits of padding. */
function bytesOf(words: readonly number[]): number[] {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const word of words) {
    value = ((value << 5) | word) & 0xfff
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >> bits) & 0xff)
  }
  return bytes
}
