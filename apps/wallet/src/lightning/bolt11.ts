import type { Network } from '@hornets/contract/wallet/set-up'
import { bech32 } from '@scure/base'
import { payeeOf } from '../keys/invoice-payee.ts'

export interface Invoice {
  /** Lower case. */
  readonly text: string
  readonly network: Network | 'unknown'
  /** Millisatoshis; null if the payer chooses. */
  readonly amountMsats: number | null
  readonly paymentHash: string
  /** Public key of the receiving node, hex. */
  readonly payee: string
  /** Empty if only its hash is given. */
  readonly description: string
  /** Milliseconds. */
  readonly expiresAt: number
}

/** Currency prefixes of BIP 173 after `ln`. Testnet 4 uses testnet's. */
const networks: Readonly<Record<string, Network>> = { bc: 'mainnet', tb: 'testnet4', tbs: 'signet', bcrt: 'regtest' }
const longest = 7089
const signatureWords = 104
const timestampWords = 7
const defaultExpirySeconds = 3600
/** Picobitcoins per unit: a millisatoshi is ten. */
const picoOf: Readonly<Record<string, bigint>> = { '': 10n ** 12n, m: 10n ** 9n, u: 10n ** 6n, n: 1000n, p: 1n }
/** Types of tagged fields, and the number of words of those with a fixed length. */
const field = { hash: 1, description: 13, payee: 19, expiry: 6 } as const
const hashWords = 52
const payeeWords = 53

/** Null unless it is an invoice with valid signature and checksum. Accepts a `lightning:` prefix. */
export function readInvoice(given: string): Invoice | null {
  const text = given.trim().replace(/^lightning:/i, '')
  if (text.length > longest) return null
  try {
    return decode(text)
  } catch {
    return null
  }
}

function decode(given: string): Invoice | null {
  const { prefix, words } = bech32.decode(given as `${string}1${string}`, longest)
  const [, currency, amount, unit] = /^ln([a-z]+?)(?:([1-9]\d*)([munp]?))?$/.exec(prefix) ?? []
  if (currency === undefined || words.length < timestampWords + signatureWords) return null
  const amountMsats = amount === undefined ? null : millisatsOf(amount, unit ?? '')
  if (amountMsats === undefined) return null
  const signedWords = words.slice(0, -signatureWords)
  const fields = readFields(signedWords.slice(timestampWords))
  const hash = fields.get(field.hash)
  if (hash?.length !== hashWords) return null
  const payee = payeeOf(
    Buffer.concat([Buffer.from(prefix), bytesOf(signedWords)]),
    bytesOf(words.slice(-signatureWords)),
    fields.get(field.payee) && bytesOf(fields.get(field.payee) ?? []).subarray(0, 33),
  )
  if (payee === null) return null
  const seconds = numberOf(words.slice(0, timestampWords))
  const expiry = fields.get(field.expiry)
  return {
    text: given.toLowerCase(),
    network: networks[currency] ?? 'unknown',
    amountMsats,
    payee,
    paymentHash: bytesOf(hash).subarray(0, 32).toString('hex'),
    description: textOf(fields.get(field.description) ?? []),
    expiresAt: (seconds + (expiry ? numberOf(expiry) : defaultExpirySeconds)) * 1000,
  }
}

/** Undefined for fractions of a millisatoshi, or more than exists. */
function millisatsOf(amount: string, unit: string): number | undefined {
  const pico = BigInt(amount) * (picoOf[unit] ?? 0n)
  const msats = Number(pico / 10n)
  return pico % 10n === 0n && Number.isSafeInteger(msats) ? msats : undefined
}

/** The first field of each type; those with a wrong length are skipped. Throws if the last one is cut off. */
function readFields(words: readonly number[]): Map<number, number[]> {
  const fields = new Map<number, number[]>()
  for (let at = 0; at < words.length; ) {
    const [type = 0, high = 0, low = 0] = words.slice(at, at + 3)
    const end = at + 3 + high * 32 + low
    if (end > words.length) throw new Error('expected the whole field')
    const content = words.slice(at + 3, end)
    const isOther =
      (type === field.hash && content.length !== hashWords) || (type === field.payee && content.length !== payeeWords)
    if (!isOther && !fields.has(type)) fields.set(type, content)
    at = end
  }
  return fields
}

/** Words of five bits, padded with zeros to full bytes. */
function bytesOf(words: readonly number[]): Buffer {
  const bytes: number[] = []
  let [value, bits] = [0, 0]
  for (const word of words) {
    value = ((value << 5) | word) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((value >> bits) & 0xff)
    }
  }
  if (bits > 0) bytes.push((value << (8 - bits)) & 0xff)
  return Buffer.from(bytes)
}

/** Without the padding. */
const textOf = (words: readonly number[]) =>
  bytesOf(words)
    .subarray(0, Math.floor((words.length * 5) / 8))
    .toString()

const numberOf = (words: readonly number[]) => words.reduce((sum, word) => Math.min(sum * 32 + word, 2 ** 42), 0)
