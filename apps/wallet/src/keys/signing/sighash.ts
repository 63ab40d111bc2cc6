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

/**
 * The digest for each input's signature, if all inputs are P2WPKH (BIP 143, SIGHASH_ALL) or all key-path taproot (BIP
 * 341, SIGHASH_DEFAULT). Common parts are hashed once, so that the cost is linear in the number of inputs.
 *
 * @param spent the outputs that the inputs spend, in order
 * @param tapHashType for taproot: some signers use SIGHASH_ALL, with a byte after the signature
 */
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

/**
 * The same for P2WSH inputs (BIP 143, SIGHASH_ALL).
 *
 * @param scriptCodes witness scripts, hex, in input order
 */
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

/**
 * The same for taproot inputs, by key or script path (BIP 341, 342).
 *
 * @param leaves leaf hashes, hex, in input order; all by key path if missing
 */
export function taprootSighashes(
  { version, inputs, outputs, lockTime }: RawTransaction,
  spent: readonly RawOutput[],
  hashType: HashType,
  leaves?: readonly string[],
): Buffer[] {
  const common = Buffer.concat([
    tapSighashTag,
    tapSighashTag,
    // Epoch 0.
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
    // Key path or script path, no annex.
    Buffer.from([leaves ? 2 : 0]),
  ])
  return inputs.map((_, index) => {
    const leaf = leaves ? Buffer.concat([Buffer.from(leaves[index] ?? '', 'hex'), noCodeSeparator]) : Buffer.alloc(0)
    return sha256(Buffer.concat([common, uint32(index), leaf]))
  })
}
