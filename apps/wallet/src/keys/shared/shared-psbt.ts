// Exchange of payments with the signers of a shared account (BIP 174, for taproot BIP 371).
import { HDKey } from '@scure/bip32'
import { bip32Path, Transaction } from '@scure/btc-signer'
import { TaprootControlBlock } from '@scure/btc-signer/psbt.js'
import type { NetworkTraits } from '../../bitcoin/network.ts'
import { type Branch, sequenceOf, type TransactionPlan } from '../../coins/coin.ts'
import { parseTransaction, type RawOutput, type RawTransaction } from '../../coins/raw-transaction.ts'
import type { SharedAccount } from '../account/account.ts'
import { keysOf, type PolicyKey } from '../account/policy.ts'
import { LockDeriver, leafVersion, type ScriptLock } from '../account/script-lock.ts'
import type { SignatureBook } from './witness.ts'

export interface Returned {
  readonly unsigned: RawTransaction
  readonly txid: string
  readonly candidates: readonly (readonly Candidate[])[]
}

/** A possible signature, hex, with its claimed slot; finished inputs name no slots. */
export interface Candidate {
  readonly key?: string
  readonly leaf?: string
  readonly signature: string
}

interface DerivationPath {
  readonly branch: Branch
  readonly index: number
}

interface SharedPsbtParts {
  readonly account: SharedAccount
  readonly network: NetworkTraits
  /** The transaction that created a coin, hex, if known: P2WSH signers verify amounts with it. */
  readonly previous: (txid: string) => string | undefined
  /** The account position of our scriptPubKey (hex). */
  readonly placeOf: (script: string) => DerivationPath | undefined
}

/** Others' PSBTs are only read for their signatures. */
const lenient = {
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowLegacyWitnessUtxo: true,
  disableScriptCheck: true,
} as const
const psbtMagic = '70736274ff'
const bytesOf = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))
const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Base64, with everything signers need to find their keys, check the scripts and recognise change. */
export function createSharedPsbt(plan: TransactionPlan, parts: SharedPsbtParts): string {
  const { account, network, previous, placeOf } = parts
  const locks = new LockDeriver(account.policy, network)
  const originOf = originsOf(account, network)
  const describe = ({ branch, index }: DerivationPath, isInput: boolean) => {
    const lock = locks.lockAt(branch, index)
    const origins = keysOf(account.policy).map(key => {
      const { fingerprint, path } = originOf(key.xpub)
      return { key: locks.publicKey(key, branch, index), der: { fingerprint, path: [...path, branch, index] } }
    })
    return lock.tap ? tapFields(lock, origins, isInput) : hashFields(lock, origins)
  }
  const transaction = new Transaction({ version: 2, lockTime: plan.lockTime, ...lenient })
  for (const coin of plan.inputs) {
    const raw = account.type === 'tr' ? undefined : previous(coin.txid)
    transaction.addInput({
      txid: coin.txid,
      index: coin.vout,
      sequence: sequenceOf(plan),
      witnessUtxo: { script: bytesOf(coin.script), amount: BigInt(coin.valueSats) },
      ...(raw !== undefined && { nonWitnessUtxo: bytesOf(raw) }),
      ...describe(coin, true),
    })
  }
  for (const { script, valueSats } of plan.outputs) {
    const place = placeOf(script)
    transaction.addOutput({ script: bytesOf(script), amount: BigInt(valueSats), ...(place && describe(place, false)) })
  }
  return base64Of(transaction)
}

/** A PSBT in base64 or hex, or a finished transaction in hex; null for anything else. */
export function readReturned(text: string): Returned | null {
  const given = text.replaceAll(/\s/g, '')
  const isHex = /^[\da-f]+$/i.test(given)
  try {
    if (isHex && !given.toLowerCase().startsWith(psbtMagic)) return fromTransaction(given)
    return fromPsbt(Transaction.fromPSBT(Buffer.from(given, isHex ? 'hex' : 'base64'), lenient))
  } catch {
    return null
  }
}

/** Adds signatures to the PSBT by input; existing ones stay. Base64. */
export function addToPsbt(psbt: string, locks: readonly ScriptLock[], books: readonly SignatureBook[]): string {
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'), lenient)
  for (const [position, book] of books.entries()) {
    const { ways = [], tap } = locks[position] ?? {}
    const signed = ways.flatMap(way =>
      way.keys.flatMap(key => {
        const signature = book.get(`${way.leaf}:${key}`)
        return signature === undefined ? [] : [{ way, key: bytesOf(key), signature: bytesOf(signature) }]
      }),
    )
    const byLeaf = signed.filter(({ way }) => way.leaf !== '')
    const [byKey] = signed.filter(({ way }) => way.leaf === '')
    transaction.updateInput(
      position,
      tap
        ? {
            ...(byKey && { tapKeySig: byKey.signature }),
            tapScriptSig: byLeaf.map(({ way, key, signature }) => [
              { pubKey: key, leafHash: bytesOf(way.leaf) },
              signature,
            ]),
          }
        : { partialSig: signed.map(({ key, signature }) => [key, signature]) },
      true,
    )
  }
  return base64Of(transaction)
}

/** What the inputs of our PSBT spend, in order. */
export function spentOf(psbt: string): RawOutput[] {
  const transaction = Transaction.fromPSBT(Buffer.from(psbt, 'base64'), lenient)
  return Array.from({ length: transaction.inputsLength }, (_, position) => {
    const { witnessUtxo } = transaction.getInput(position)
    if (!witnessUtxo) throw new Error(`expected the output that input ${position} spends, got none`)
    return { script: hexOf(witnessUtxo.script), valueSats: Number(witnessUtxo.amount) }
  })
}

function base64Of(transaction: Transaction): string {
  return Buffer.from(transaction.toPSBT(0)).toString('base64')
}

function fromPsbt(transaction: Transaction): Returned {
  const { txid, ...unsigned } = parseTransaction(hexOf(transaction.unsignedTx))
  const candidates = unsigned.inputs.map((_, position) => {
    const { partialSig = [], tapKeySig, tapScriptSig = [], finalScriptWitness = [] } = transaction.getInput(position)
    return [
      ...partialSig.map(([key, signature]) => ({ key: hexOf(key), leaf: '', signature: hexOf(signature) })),
      ...(tapKeySig ? [{ leaf: '', signature: hexOf(tapKeySig) }] : []),
      ...tapScriptSig.map(([{ pubKey, leafHash }, signature]) => ({
        key: hexOf(pubKey),
        leaf: hexOf(leafHash),
        signature: hexOf(signature),
      })),
      ...ofWitness(finalScriptWitness.map(hexOf)),
    ]
  })
  return { unsigned, txid, candidates }
}

function fromTransaction(hex: string): Returned {
  const { txid, vsize: _, ...transaction } = parseTransaction(hex.toLowerCase())
  const candidates = transaction.inputs.map(({ witness }) => ofWitness(witness))
  const inputs = transaction.inputs.map(input => ({ ...input, witness: [] }))
  return { unsigned: { ...transaction, inputs }, txid, candidates }
}

/** Items of a finished witness with the length of a signature: DER, or 64 and 65 bytes of BIP 340. */
function ofWitness(witness: readonly string[]): Candidate[] {
  return witness.filter(item => item.length >= 128 && item.length <= 146).map(signature => ({ signature }))
}

interface Origin {
  readonly key: string
  readonly der: { fingerprint: number; path: number[] }
}

function hashFields({ ways }: ScriptLock, origins: readonly Origin[]) {
  return {
    witnessScript: bytesOf(ways[0]?.script ?? ''),
    bip32Derivation: origins.map(({ key, der }) => [bytesOf(key), der] as [Uint8Array, typeof der]),
  }
}

function tapFields({ ways, tap }: ScriptLock, origins: readonly Origin[], isInput: boolean) {
  const leaves = ways.filter(({ leaf }) => leaf !== '')
  const tapBip32Derivation = origins.map(({ key, der }) => {
    const hashes = leaves.filter(({ keys }) => keys.includes(key.slice(2))).map(({ leaf }) => bytesOf(leaf))
    return [bytesOf(key.slice(2)), { hashes, der }] as [Uint8Array, { hashes: Uint8Array[]; der: typeof der }]
  })
  const tapInternalKey = bytesOf(tap?.internal ?? '')
  if (!isInput) {
    const tapTree = (tap?.leaves ?? []).map(({ depth, script }) => ({
      depth,
      version: leafVersion,
      script: bytesOf(script),
    }))
    return { tapInternalKey, tapTree, tapBip32Derivation }
  }
  const tapLeafScript = leaves.map(({ control, script }) => {
    const proof = TaprootControlBlock.decode(bytesOf(control))
    return [proof, new Uint8Array([...bytesOf(script), leafVersion])] as [typeof proof, Uint8Array]
  })
  return { tapInternalKey, tapMerkleRoot: bytesOf(tap?.root ?? ''), tapLeafScript, tapBip32Derivation }
}

/** Without a known origin, a key counts as its own root. */
function originsOf({ policy }: SharedAccount, network: NetworkTraits) {
  const origins = new Map(
    keysOf(policy).map(key => {
      const fingerprint = Number.parseInt(fingerprintOf(key, network), 16)
      return [key.xpub, { fingerprint, path: key.path ? bip32Path(`m/${key.path.replaceAll('h', "'")}`) : [] }] as const
    }),
  )
  return (xpub: string) => origins.get(xpub) ?? { fingerprint: 0, path: [] }
}

/** Fingerprint of the master key, 8 hex characters; of the key itself if unknown. */
export function fingerprintOf({ fingerprint, xpub }: PolicyKey, { bip32 }: NetworkTraits): string {
  return fingerprint ?? HDKey.fromExtendedKey(xpub, bip32).fingerprint.toString(16).padStart(8, '0')
}
