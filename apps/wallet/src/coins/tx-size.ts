import type { SpendKind } from './coin.ts'

/** A vbyte is four weight units: bytes outside witnesses weigh four, those inside one (BIP 141). */
const unitsPerVbyte = 4

/** Version, lock time, and the two bytes that announce witnesses. */
const frameWeight = 8 * unitsPerVbyte + 2
/** Outpoint, empty script, sequence; then the stack of one signature and, for P2WPKH, the key. */
const inputWeights: Record<Extract<SpendKind, string>, number> = {
  p2wpkh: 41 * unitsPerVbyte + 1 + (1 + 71) + (1 + 33),
  // Other signers may not use low-R signatures, which are a byte shorter; the fee must cover that.
  'p2wpkh elsewhere': 41 * unitsPerVbyte + 1 + (1 + 72) + (1 + 33),
  p2tr: 41 * unitsPerVbyte + 1 + (1 + 64),
}

/** Nodes relay nothing heavier. */
export const maxStandardWeight = 400_000

export function inputWeight(kind: SpendKind): number {
  return typeof kind === 'string' ? inputWeights[kind] : kind.inputWeight
}

/** Outpoint, empty script, sequence: an input without its witness. */
export const bareInputWeight = 41 * unitsPerVbyte

/** @param script scriptPubKey, hex */
export function outputWeight(script: string): number {
  const bytes = script.length / 2
  return (8 + compactSizeBytes(bytes) + bytes) * unitsPerVbyte
}

/** What determines the size of a transaction with coins of one kind. */
interface Shape {
  readonly inputs: number
  readonly kind: SpendKind
  /** scriptPubKeys, hex. Their weight is cached per list, which must not change. */
  readonly outputScripts: readonly string[]
  readonly changeScript?: string | undefined
}

/** Weight of a signed transaction: exact if we sign (see keys/signing/signatures.ts), otherwise a maximum. */
function transactionWeight({ inputs, kind, outputScripts, changeScript }: Shape): number {
  const outputs = outputScripts.length + (changeScript === undefined ? 0 : 1)
  const counts = (compactSizeBytes(inputs) + compactSizeBytes(outputs)) * unitsPerVbyte
  const change = changeScript === undefined ? 0 : outputWeight(changeScript)
  return frameWeight + counts + inputs * inputWeight(kind) + weightOfAll(outputScripts) + change
}

/** A search asks for the size a hundred thousand times, and a payment can have thousands of outputs. */
const knownWeights = new WeakMap<readonly string[], number>()

function weightOfAll(scripts: readonly string[]): number {
  const known = knownWeights.get(scripts)
  if (known !== undefined) return known
  const weight = scripts.reduce((sum, script) => sum + outputWeight(script), 0)
  knownWeights.set(scripts, weight)
  return weight
}

/** Virtual bytes of a signed transaction: exact if we sign, else a maximum. */
export function transactionVsize(shape: Shape): number {
  return vbytesOf(transactionWeight(shape))
}

export function vbytesOf(weight: number): number {
  return Math.ceil(weight / unitsPerVbyte)
}

function compactSizeBytes(value: number): number {
  if (value < 0xfd) return 1
  return value <= 0xffff ? 3 : 5
}
