/** Branch 0: receiving addresses; 1: change (BIP 44); 2: subscribers' addresses, in an account of their own. */
export type Branch = 0 | 1 | 2
export const branches: readonly Branch[] = [0, 1, 2]
export interface Spot {
  readonly branch: Branch
  readonly idx: number
}
export type PerBranch = readonly [receiving: number, change: number, subscribers: number]

/** How an input is unlocked, which decides its size. All coins of an account are of one kind. */
export type SpendKind = OwnSpendKind | 'p2wpkh elsewhere' | SharedSpend
/** Unlocked by several keys, elsewhere. */
export interface SharedSpend {
  /** Maximum weight of an input (BIP 141). */
  readonly inputWeight: number
}
export type OwnSpendKind = 'p2wpkh' | 'p2tr'

export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly valueSats: number
  /** scriptPubKey, hex. */
  readonly script: string
  readonly branch: Branch
  readonly index: number
  readonly confirmed: boolean
  /** Unconfirmed and dependent on payments that others can replace: spent only if the operator picks it. */
  readonly fromOthers?: boolean
}

export interface PlannedOutput {
  /** scriptPubKey, hex. */
  readonly script: string
  readonly valueSats: number
  readonly change: boolean
}

export interface LowestRate {
  /** Satoshis per virtual byte. */
  readonly rate: number
  readonly feeSats: number
}

/** A transaction as it will be: exact to the satoshi, and to the byte if we sign it. */
export interface TransactionPlan {
  readonly inputs: readonly Coin[]
  readonly outputs: readonly PlannedOutput[]
  readonly feeSats: number
  /** The part of the fee that lifts unconfirmed ancestors to the rate. */
  readonly liftSats?: number
  /** Virtual bytes once signed; a maximum if somebody else signs. */
  readonly vsize: number
  readonly lockTime: number
  /** Whether it can be replaced (BIP 125). */
  readonly signalsReplacement: boolean
  /** For a replacement, cancellation or child: the minimum that nodes accept. */
  readonly lowest?: LowestRate
  /** For a replacement: ids of later payments that it also replaces. */
  readonly takesAlong?: readonly string[]
}

/** BIP 125 signals at most 0xfffffffd; values above it and below 0xffffffff keep the lock time active. */
export function sequenceOf(plan: TransactionPlan): number {
  return plan.signalsReplacement ? 0xfffffffd : 0xfffffffe
}
