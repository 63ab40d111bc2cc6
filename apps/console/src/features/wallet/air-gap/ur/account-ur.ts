// crypto-hdkey, crypto-output, crypto-account (BCR-2020-007, 010, 015), also under later names (BCR-2023).
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { type Cbor, decodeCbor, isTagged } from './cbor.ts'
import type { Ur } from './ur-decoder.ts'

type Fields = ReadonlyMap<Cbor, Cbor>

const base58check = createBase58check(sha256)
/** Versions of extended public keys (BIP 32). */
const versions = { main: 0x0488b21e, test: 0x043587cf } as const
const hardenedFrom = 0x80000000
const tags = { hdkey: [303, 40303], output: [308, 40308] }
const wrappers: Readonly<Record<number, string>> = { 400: 'sh', 401: 'wsh', 403: 'pkh', 404: 'wpkh', 409: 'tr' }
const quorums: Readonly<Record<number, string>> = { 406: 'multi', 407: 'sortedmulti' }
/** Account kinds that a wallet can watch, the usual one first. */
const watchable = [/^wpkh\(/, /^tr\(/, /^wsh\((sorted)?multi\(/]
const kindByPurpose: Readonly<Record<string, string>> = { '84h': 'wpkh', '86h': 'tr' }

/** An account's descriptor (without checksum), or a bare key without a purpose; null for another type. */
export function descriptorOfUr({ type, message }: Ur): string | null {
  try {
    const value = decodeCbor(message)
    if (type === 'crypto-hdkey' || type === 'hdkey') return describeBare(untag(value))
    if (type === 'crypto-output' || type === 'output-descriptor') return describeOutput(value)
    if (type === 'crypto-account' || type === 'account-descriptor') return describeAccount(fieldsOf(untag(value)))
    return null
  } catch {
    return null
  }
}

function describeAccount(account: Fields): string | null {
  const outputs = account.get(2)
  if (!Array.isArray(outputs)) return null
  const described = outputs.map(describeOutput)
  return watchable.flatMap(kind => described.filter(one => kind.test(one)))[0] ?? described[0] ?? null
}

function describeOutput(output: Cbor): string {
  if (isTagged(output)) {
    const { tag, value } = output
    if (tags.output.includes(tag)) return describeOutput(value)
    if (tags.hdkey.includes(tag)) return describeKey(fieldsOf(value))
    const [wrapper, quorum] = [wrappers[tag], quorums[tag]]
    // A multisig key shown without the others.
    if (wrapper === 'wsh' && isTagged(value) && tags.hdkey.includes(value.tag)) return describeOutput(value)
    if (wrapper) return `${wrapper}(${describeOutput(value)})`
    if (quorum) return describeQuorum(quorum, fieldsOf(value))
  }
  return describeSource(fieldsOf(output))
}

function describeQuorum(name: string, fields: Fields): string {
  const [threshold, keys] = [fields.get(1), fields.get(2)]
  if (typeof threshold !== 'number' || !Array.isArray(keys)) throw new RangeError('expected a threshold and keys')
  return `${name}(${threshold},${keys.map(describeOutput).join(',')})`
}

/** A text in which `@0`, `@1` stand for the keys beside it (BCR-2023-010). */
function describeSource(fields: Fields): string {
  const [source, keys] = [fields.get(1), fields.get(2)]
  if (typeof source !== 'string') throw new RangeError('expected a descriptor')
  const described = Array.isArray(keys) ? keys.map(describeOutput) : []
  return source.replaceAll(/@(\d+)/g, (_, index: string) => described[Number(index)] ?? '')
}

function describeBare(value: Cbor): string {
  const key = describeKey(fieldsOf(value))
  const kind = kindByPurpose[/^\[[\da-f]{8}\/(\d+h)/.exec(key)?.[1] ?? '']
  return kind ? `${kind}(${key})` : key
}

/** `[fingerprint/path]xpub/<0;1>/*`, ignoring the signer's branches: those of BIP 44 are used. */
function describeKey(fields: Fields): string {
  const [keyData, chainCode] = [fields.get(3), fields.get(4)]
  if (fields.get(2) === true || !isBytes(keyData, 33) || !isBytes(chainCode, 32))
    throw new RangeError('expected an extended public key')
  const origin = optionalFields(fields.get(6))
  const steps = origin ? stepsOf(origin) : []
  const depth = origin?.get(3)
  const bytes = new Uint8Array(78)
  const view = new DataView(bytes.buffer)
  const isTest = optionalFields(fields.get(5))?.get(2) === 1
  view.setUint32(0, isTest ? versions.test : versions.main)
  view.setUint8(4, typeof depth === 'number' ? depth : steps.length)
  view.setUint32(5, numberOr(fields.get(8), 0))
  view.setUint32(9, steps.at(-1) ?? 0)
  bytes.set(chainCode, 13)
  bytes.set(keyData, 45)
  return `${originOf(origin, steps)}${base58check.encode(bytes)}/<0;1>/*`
}

function originOf(origin: Fields | undefined, steps: readonly number[]): string {
  const fingerprint = origin?.get(2)
  if (typeof fingerprint !== 'number') return ''
  const path = steps.map(step => (step >= hardenedFrom ? `/${step - hardenedFrom}h` : `/${step}`)).join('')
  return `[${fingerprint.toString(16).padStart(8, '0')}${path}]`
}

/** Steps of a path: index, hardened, index, hardened, … */
function stepsOf(path: Fields): number[] {
  const components = path.get(1)
  if (!Array.isArray(components) || components.length % 2 !== 0) throw new RangeError('expected pairs')
  return Array.from({ length: components.length / 2 }, (_, place) => {
    const [index, hardened] = components.slice(place * 2, place * 2 + 2)
    if (typeof index !== 'number' || typeof hardened !== 'boolean') throw new RangeError('expected a step')
    return index + (hardened ? hardenedFrom : 0)
  })
}

function untag(value: Cbor): Cbor {
  return isTagged(value) ? untag(value.value) : value
}

function optionalFields(value: Cbor | undefined): Fields | undefined {
  return value === undefined ? undefined : fieldsOf(untag(value))
}

function fieldsOf(value: Cbor): Fields {
  const bare = untag(value)
  if (!(bare instanceof Map)) throw new RangeError('expected fields')
  return bare
}

function isBytes(value: Cbor | undefined, length: number): value is Uint8Array {
  return value instanceof Uint8Array && value.length === length
}

function numberOr(value: Cbor | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}
