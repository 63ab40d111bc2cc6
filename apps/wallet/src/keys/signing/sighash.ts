import type { OwnSpendKind } from '../../coins/coin.ts'
import {
  compactSize,
  doubleSha256,
  type RawOutput,
  type RawTransaction,
  serialiseOutpoint,
  serialiseOutput,
  sha256,
  uint32,
} from '../../coins/raw-transaction.ts'

export const sighashAll = 1
/** BIP 341: signs all, without a hash type byte. */
export const sighashDefault = 0
/** How much is signed: everything in both cases. */
export type HashType = typeof sighashAll | typeof sighashDefault
/** Key version 0, no OP_CODESEPARATOR before the signature (BIP 342). */
const noCodeSeparator = Buffer.from([0, 0xff, 0xff, 0xff, 0xff])
const tapSighashTag = sha256(Buffer.from('TapSighash'))

/** BIP 143, BIP 341; linear in inputs. `spent`: in order; `tapHashType`: some signers use SIGHASH_ALL. */
export function sighashes(
  transaction: RawTransaction,
  spent: readonly RawOutput[],
  kind: OwnSpendKind,
  tapHashType: HashType = sighashDefault,
): Buffer[] {
  if (spent.length !== transaction.inputs.length)
    throw new Error(`expected ${transaction.inputs.length} spent outputs, got ${spent.length}`)
  if (kind === 'p2tr') return taprootSighashes(transaction, spent, tapHashType)
  // BIP 143's script code for P2WPKH: the P2PKH script of the same hash.
  return segwitSighashes(
    transaction,
    spent,
    spent.map(({ script }) => `76a914${script.slice(4)}88ac`),
  )
}

/** P2WSH (BIP 143, SIGHASH_ALL); `scriptCodes`: witness scripts, hex, in input order. */
export function segwitSighashes(
  { version, inputs, outputs, lockTime }: RawTransaction,
  spent: readonly RawOutput[],
  scriptCodes: readonly string[],
): Buffer[] {
  const prevouts = doubleSha256(Buffer.concat(inputs.map(serialiseOutpoint)))
  const sequences = doubleSha256(Buffer.concat(inputs.map(({ sequence }) => uint32(sequence))))
  const paid = doubleSha256(Buffer.concat(outputs.map(serialiseOutput)))
  return inputs.map((input, index) => {
    const { valueSats } = spent[index] as RawOutput
    const scriptCode = Buffer.from(scriptCodes[index] ?? '', 'hex')
    return doubleSha256(
      Buffer.concat([
        uint32(version),
        prevouts,
        sequences,
        serialiseOutpoint(input),
        compactSize(scriptCode.length),
        scriptCode,
        serialiseOutput({ valueSats, script: '' }).subarray(0, 8),
        uint32(input.sequence),
        paid,
        uint32(lockTime),
        uint32(sighashAll),
      ]),
    )
  })
}

/** Taproot by key or script path (BIP 341, 342); `leaves`: hashes, hex, in input order; all by key path if missing. */
export function taprootSighashes(
  { version, inputs, outputs, lockTime }: RawTransaction,
  spent: readonly RawOutput[],
  hashType: HashType,
  leaves?: readonly string[],
): Buffer[] {
  const common = Buffer.concat([
    tapSighashTag,
    tapSighashTag,
    Buffer.from([0, hashType]),
    uint32(version),
    uint32(lockTime),
    sha256(Buffer.concat(inputs.map(serialiseOutpoint))),
    sha256(Buffer.concat(spent.map(output => serialiseOutput(output).subarray(0, 8)))),
    sha256(
      Buffer.concat(
        spent.map(({ script }) => Buffer.concat([compactSize(script.length / 2), Buffer.from(script, 'hex')])),
      ),
    ),
    sha256(Buffer.concat(inputs.map(({ sequence }) => uint32(sequence)))),
    sha256(Buffer.concat(outputs.map(serialiseOutput))),
    Buffer.from([leaves ? 2 : 0]),
  ])
  return inputs.map((_, index) => {
    const leaf = leaves ? Buffer.concat([Buffer.from(leaves[index] ?? '', 'hex'), noCodeSeparator]) : Buffer.alloc(0)
    return sha256(Buffer.concat([common, uint32(index), leaf]))
  })
}
