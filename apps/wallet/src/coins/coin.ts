/** Receiving addresses are on branch 0, change on branch 1 (BIP 44). */
export type Branch = 0 | 1

/** How an input is unlocked; it decides its size. All coins of an account are of one kind. */
export type SpendKind = OwnSpendKind | 'p2wpkh elsewhere' | SharedSpend
/** What several keys unlock, elsewhere. */
export interface SharedSpend {
  /** Of an input, at the most (BIP 141). */
  readonly inputWeight: number
}
/** What is signed here. */
export type OwnSpendKind = 'p2wpkh' | 'p2tr'

/** An output of ours. */
export interface Coin {
  readonly txid: string
  readonly vout: number
  readonly valueSats: number
  /** scriptPubKey, hex. */
  readonly script: string
  readonly branch: Branch
  readonly index: number
  readonly confirmed: boolean
  /** In no block, and built on what others can still take back: spent only where its operator picks it. */
  readonly fromOthers?: boolean
}

export interface PlannedOutput {
  /** scriptPubKey, hex. */
  readonly script: string
  readonly valueSats: number
  /** Comes back to us. */
  readonly change: boolean
}

export interface LowestRate {
  /** Satoshis per virtual byte. */
  readonly rate: number
  readonly feeSats: number
}

/** A transaction as it will be, to the satoshi and, where we sign it, to the byte. */
export interface TransactionPlan {
  readonly inputs: readonly Coin[]
  readonly outputs: readonly PlannedOutput[]
  readonly feeSats: number
  /** Part of the fee: what it pays for unconfirmed transactions that it is built on, so that all reach the rate. */
  readonly liftSats?: number
  /** Virtual bytes once signed; at the most where somebody else signs. */
  readonly vsize: number
  /** Height below which no block may hold it. */
  readonly lockTime: number
  /** BIP 125: may it be replaced? */
  readonly signalsReplacement: boolean
  /** Of a replacement, a cancellation and a child: the least that nodes take. */
  readonly lowest?: LowestRate
  /** Of a replacement: ids of later payments whose place it takes, too. */
  readonly takesAlong?: readonly string[]
}

/** BIP 125 signals at most 0xfffffffd; above it and below 0xffffffff the lock time still counts. */
export function sequenceOf(plan: TransactionPlan): number {
  return plan.signalsReplacement ? 0xfffffffd : 0xfffffffe
}
