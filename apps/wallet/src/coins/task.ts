import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { SpendKind } from './coin.ts'
import { dustLimitSats } from './dust.ts'
import { inputWeight, maxStandardWeight, outputWeight, transactionVsize, vbytesOf } from './tx-size.ts'

/** What a set of coins has to pay, as a function of how many they are: every input of a wallet has the same size. */
export interface Task {
  readonly kind: SpendKind
  /** Satoshis per virtual byte. */
  readonly rate: number
  /** Sum and scripts of what others get. */
  readonly paidSats: number
  readonly paidScripts: readonly string[]
  readonly changeScript: string
  /** Spent whatever else is: the coins of a payment that is replaced. All counts and sums below are of what is added. */
  readonly fixed?: { readonly inputs: number; readonly sumSats: number }
  /** Paid on top of its own fee, for unconfirmed transactions that it is built on. */
  readonly liftSats?: number
}

/**
 * Fees fall to about this when one waits, so that a coin left for later costs this much to spend (the 'long term' rate of
 * Bitcoin Core's waste metric). A payment below it counts its own rate.
 */
const patientRate = 1

export function vsizeWith(task: Task, added: number, withChange: boolean): number {
  const { kind, paidScripts, changeScript, fixed } = task
  const inputs = added + (fixed?.inputs ?? 0)
  return transactionVsize({ inputs, kind, outputScripts: paidScripts, ...(withChange && { changeScript }) })
}

/** What the coins that are added have to bring, without the fee; below 0 where those that are fixed hold more. */
export function owedSats({ paidSats, fixed }: Task): number {
  return paidSats - (fixed?.sumSats ?? 0)
}

export function feeWith(task: Task, inputs: number, withChange: boolean): number {
  return feeSatsOf(vsizeWith(task, inputs, withChange), task.rate) + (task.liftSats ?? 0)
}

/** What is left for change, or for nobody. */
export function leftOver(task: Task, inputs: number, sumSats: number, withChange: boolean): number {
  return sumSats - owedSats(task) - feeWith(task, inputs, withChange)
}

/** Enough to pay and to make a change output that nodes pass on. */
export function allowsChange(task: Task, inputs: number, sumSats: number): boolean {
  return leftOver(task, inputs, sumSats, true) >= dustLimitSats(task.changeScript)
}

/** Enough, and so little more that it may go to miners: at most one satoshi a virtual byte. Something has to be paid. */
export function needsNoChange(task: Task, inputs: number, sumSats: number): boolean {
  if (task.paidScripts.length === 0) return false
  const excess = leftOver(task, inputs, sumSats, false)
  return excess >= 0 && excess <= vsizeWith(task, inputs, false)
}

/**
 * Waste of a set (Erhardt, as in Bitcoin Core): what spending these coins now costs above spending them later, and the
 * change, now and when it is spent, or the satoshis that nobody gets.
 */
export function wasteOf(task: Task, inputs: number, sumSats: number, withChange: boolean): number {
  const later = Math.min(patientRate, task.rate)
  const inputVbytes = inputWeight(task.kind) / 4
  const changeVbytes = outputWeight(task.changeScript) / 4
  const rest = withChange ? changeVbytes * task.rate + inputVbytes * later : leftOver(task, inputs, sumSats, false)
  return inputs * inputVbytes * (task.rate - later) + rest
}

/** As many as nodes pass on in one transaction. */
export function maxInputs(task: Task): number {
  const frame = vsizeWith(task, 0, true) * 4 + 16
  return Math.max(0, Math.floor((maxStandardWeight - frame) / inputWeight(task.kind)))
}

/** Below it a coin costs more than it brings. */
export function inputCostSats(task: Task): number {
  return feeSatsOf(vbytesOf(inputWeight(task.kind)), task.rate)
}
