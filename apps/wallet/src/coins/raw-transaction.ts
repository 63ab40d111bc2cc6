import { createHash } from 'node:crypto'
import { ByteReader } from './byte-reader.ts'

export interface RawInput {
  /** The transaction whose output is spent, in display byte order (reversed). */
  readonly txid: string
  readonly vout: number
  readonly sequence: number
  /** Hex; empty for native segwit. */
  readonly scriptSig: string
  /** Stack items, hex; empty before signing. */
  readonly witness: readonly string[]
}

export interface RawOutput {
  readonly valueSats: number
  /** scriptPubKey, hex. */
  readonly script: string
}

/** A transaction as in blocks (BIP 144). */
export interface RawTransaction {
  readonly version: number
  readonly inputs: readonly RawInput[]
  readonly outputs: readonly RawOutput[]
  readonly lockTime: number
}

export interface ParsedTransaction extends RawTransaction {
  readonly txid: string
  /** Virtual bytes: a quarter of the weight, rounded up (BIP 141). */
  readonly vsize: number
  readonly weight: number
}

/** Throws RangeError unless the bytes are exactly one transaction. */
export function parseTransaction(hex: string): ParsedTransaction {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length * 2 !== hex.length) throw new RangeError('expected hex, got something else')
  const reader = new ByteReader(bytes)
  const version = reader.uint32()
  const segwit = reader.peek(0) === 0 && reader.peek(1) === 1
  if (segwit) reader.take(2)
  const inputs = many(reader, readInput)
  const outputs = many(reader, readOutput)
  const witnesses = segwit ? inputs.map(() => many(reader, item => item.varBytes().toString('hex'))) : []
  const lockTime = reader.uint32()
  if (!reader.atEnd) throw new RangeError('expected the end of the transaction, got more bytes')
  const transaction = {
    version,
    inputs: inputs.map((input, index) => ({ ...input, witness: witnesses[index] ?? [] })),
    outputs,
    lockTime,
  }
  const stripped = serialise(transaction, false)
  const weight = stripped.length * 3 + bytes.length
  return { ...transaction, txid: hashOf(stripped), vsize: Math.ceil(weight / 4), weight }
}

/** Hex, with witnesses if any input has one. */
export function serialiseTransaction(transaction: RawTransaction): string {
  return serialise(transaction, true).toString('hex')
}

/** The id excludes witnesses, so it is known before signing. */
export function txidOf(transaction: RawTransaction): string {
  return hashOf(serialise(transaction, false))
}

/** Names an output: `<txid>:<vout>`. */
export function outpointOf({ txid, vout }: { readonly txid: string; readonly vout: number }): string {
  return `${txid}:${vout}`
}

/** The output that `outpointOf` names. */
export function pointOf(outpoint: string): { txid: string; vout: number } {
  return { txid: outpoint.slice(0, 64), vout: Number(outpoint.slice(65)) }
}

export function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.from([value])
  const bytes = Buffer.alloc(value <= 0xffff ? 3 : 5)
  bytes[0] = value <= 0xffff ? 0xfd : 0xfe
  if (value <= 0xffff) bytes.writeUInt16LE(value, 1)
  else bytes.writeUInt32LE(value, 1)
  return bytes
}

export function serialiseOutpoint({ txid, vout }: { readonly txid: string; readonly vout: number }): Buffer {
  return Buffer.concat([Buffer.from(txid, 'hex').reverse(), uint32(vout)])
}

export function serialiseOutput({ valueSats, script }: RawOutput): Buffer {
  const amount = Buffer.alloc(8)
  amount.writeBigUInt64LE(BigInt(valueSats))
  return Buffer.concat([amount, varBytes(script)])
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function serialise({ version, inputs, outputs, lockTime }: RawTransaction, withWitnesses: boolean): Buffer {
  const segwit = withWitnesses && inputs.some(({ witness }) => witness.length > 0)
  return Buffer.concat([
    uint32(version),
    ...(segwit ? [Buffer.from([0, 1])] : []),
    compactSize(inputs.length),
    ...inputs.flatMap(input => [serialiseOutpoint(input), varBytes(input.scriptSig), uint32(input.sequence)]),
    compactSize(outputs.length),
    ...outputs.map(serialiseOutput),
    ...(segwit ? inputs.flatMap(({ witness }) => [compactSize(witness.length), ...witness.map(varBytes)]) : []),
    uint32(lockTime),
  ])
}

function readInput(reader: ByteReader) {
  const txid = Buffer.from(reader.take(32)).reverse().toString('hex')
  return { txid, vout: reader.uint32(), scriptSig: reader.varBytes().toString('hex'), sequence: reader.uint32() }
}

function readOutput(reader: ByteReader): RawOutput {
  return { valueSats: reader.sats(), script: reader.varBytes().toString('hex') }
}

/** Counts in hostile transactions are not trusted: items are read until the bytes end. */
function many<Item>(reader: ByteReader, read: (reader: ByteReader) => Item): Item[] {
  const items: Item[] = []
  for (let left = reader.compactSize(); left > 0; left -= 1) items.push(read(reader))
  return items
}

function varBytes(hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex')
  return Buffer.concat([compactSize(bytes.length), bytes])
}

function hashOf(stripped: Buffer): string {
  return doubleSha256(stripped).reverse().toString('hex')
}

export function doubleSha256(bytes: Buffer): Buffer {
  return sha256(sha256(bytes))
}

export function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
