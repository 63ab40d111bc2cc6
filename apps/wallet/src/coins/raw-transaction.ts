import { createHash } from 'node:crypto'
import { CompactSize, RawOldTx, RawOutput as RawOutputCoder, RawTx } from '@scure/btc-signer/script.js'

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

/** Satoshis that there will ever be; they fit into a double: 21e14 < 2^53. */
const allSats = 2_100_000_000_000_000n

/** Throws RangeError unless the bytes are exactly one transaction. */
export function parseTransaction(hex: string): ParsedTransaction {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length * 2 !== hex.length) throw new RangeError('expected hex, got something else')
  const read = decode(bytes)
  const transaction = {
    version: read.version >>> 0,
    inputs: read.inputs.map(({ txid, index, sequence, finalScriptSig }, place) => ({
      txid: hexOf(txid),
      vout: index,
      scriptSig: hexOf(finalScriptSig),
      sequence,
      witness: (read.witnesses?.[place] ?? []).map(hexOf),
    })),
    outputs: read.outputs.map(({ amount, script }) => ({ valueSats: satsOf(amount), script: hexOf(script) })),
    lockTime: read.lockTime,
  }
  const stripped = RawOldTx.encode(read)
  const weight = stripped.length * 3 + bytes.length
  return { ...transaction, txid: hashOf(stripped), vsize: Math.ceil(weight / 4), weight }
}

function decode(bytes: Buffer) {
  try {
    return RawTx.decode(bytes)
  } catch (cause) {
    throw new RangeError('expected a transaction, got something else', { cause })
  }
}

function satsOf(amount: bigint): number {
  if (amount > allSats) throw new RangeError(`expected an amount that exists, got ${amount} sats`)
  return Number(amount)
}

/** Hex, with witnesses if any input has one. */
export function serialiseTransaction(transaction: RawTransaction): string {
  return hexOf(serialise(transaction, true))
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

export const compactSize = (value: number): Uint8Array => CompactSize.encode(BigInt(value))

export const serialiseOutpoint = ({ txid, vout }: { readonly txid: string; readonly vout: number }): Buffer =>
  Buffer.concat([Buffer.from(txid, 'hex').reverse(), uint32(vout)])

export const serialiseOutput = (output: RawOutput): Uint8Array => RawOutputCoder.encode(libraryOutput(output))

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function serialise({ version, inputs, outputs, lockTime }: RawTransaction, withWitnesses: boolean): Uint8Array {
  const plain = {
    version: version | 0,
    inputs: inputs.map(({ txid, vout, scriptSig, sequence }) => ({
      txid: Buffer.from(txid, 'hex'),
      index: vout,
      finalScriptSig: Buffer.from(scriptSig, 'hex'),
      sequence,
    })),
    outputs: outputs.map(libraryOutput),
    lockTime,
  }
  if (!withWitnesses || inputs.every(({ witness }) => witness.length === 0)) return RawOldTx.encode(plain)
  const witnesses = inputs.map(({ witness }) => witness.map(item => Buffer.from(item, 'hex')))
  return RawTx.encode({ ...plain, segwitFlag: true, witnesses })
}

const libraryOutput = ({ valueSats, script }: RawOutput) => ({
  amount: BigInt(valueSats),
  script: Buffer.from(script, 'hex'),
})

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')

function hashOf(stripped: Uint8Array): string {
  return doubleSha256(stripped).reverse().toString('hex')
}

export function doubleSha256(bytes: Uint8Array): Buffer {
  return sha256(sha256(bytes))
}

export function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest()
}
