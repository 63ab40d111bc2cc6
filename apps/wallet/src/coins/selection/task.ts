import { feeSatsOf } from '@hornets/contract/wallet/amounts'
import type { SpendKind } from '../coin.ts'
import { dustLimitSats } from '../dust.ts'
import { inputWeight, maxStandardWeight, outputWeight, transactionVsize, vbytesOf } from '../tx-size.ts'

/** What coins must pay, as a function of their number: all inputs of a wallet have the same size. */
export interface Task {
  readonly kind: SpendKind
  /** Satoshis per virtual byte. */
  readonly rate: number
  /** Sum and scripts of others' outputs. */
  readonly paidSats: number
  readonly paidScripts: readonly string[]
  readonly changeScript: string
  /** Always spent: the coins of a replaced payment. Counts and sums below concern added coins only. */
  readonly fixed?: { readonly inputs: number; readonly sumSats: number }
  /** On top of its own fee, for unconfirmed ancestors. */
  readonly liftSats?: number
}

/** Fees fall to about this (the 'long term' rate of Core's waste metric). A payment below uses its own rate. */
const patientRate = 1

export function vsizeWith(task: Task, added: number, withChange: boolean): number {
  const { kind, paidScripts, changeScript, fixed } = task
  const inputs = added + (fixed?.inputs ?? 0)
  return transactionVsize({ inputs, kind, outputScripts: paidScripts, ...(withChange && { changeScript }) })
}

/** What added coins must provide, without the fee; negative if the fixed ones hold more. */
export function owedSats({ paidSats, fixed }: Task): number {
  return paidSats - (fixed?.sumSats ?? 0)
}

export function feeWith(task: Task, inputs: number, withChange: boolean): number {
  return feeSatsOf(vsizeWith(task, inputs, withChange), task.rate) + (task.liftSats ?? 0)
}

export function leftOver(task: Task, inputs: number, sumSats: number, withChange: boolean): number {
  return sumSats - owedSats(task) - feeWith(task, inputs, withChange)
}

/** Enough to pay and to create a change output that nodes relay. */
export function allowsChange(task: Task, inputs: number, sumSats: number): boolean {
  return leftOver(task, inputs, sumSats, true) >= dustLimitSats(task.changeScript)
}

/** Enough, with so little excess that it can be fee: at most one satoshi per virtual byte. Something must be paid. */
export function needsNoChange(task: Task, inputs: number, sumSats: number): boolean {
  if (task.paidScripts.length === 0) return false
  const excess = leftOver(task, inputs, sumSats, false)
  return excess >= 0 && excess <= vsizeWith(task, inputs, false)
}

/** Erhardt's, as in Bitcoin Core: extra cost of spending now instead of later, plus cost of change or excess fee. */
export function wasteOf(task: Task, inputs: number, sumSats: number, withChange: boolean): number {
  const inputVbytes = inputWeight(task.kind) / 4
  const changeVbytes = outputWeight(task.changeScript) / 4
  const changeSats = changeVbytes * task.rate + inputVbytes * laterRate(task)
  return wasteOfInputs(task, inputs) + (withChange ? changeSats : leftOver(task, inputs, sumSats, false))
}

/** The part of the waste that only grows with more coins. */
export function wasteOfInputs(task: Task, inputs: number): number {
  return inputs * (inputWeight(task.kind) / 4) * (task.rate - laterRate(task))
}

function laterRate({ rate }: Task): number {
  return Math.min(patientRate, rate)
}

/** Maximum that nodes relay in one transaction. */
export function maxInputs(task: Task): number {
  const frame = vsizeWith(task, 0, true) * 4 + 16
  return Math.max(0, Math.floor((maxStandardWeight - frame) / inputWeight(task.kind)))
}

/** Below it a coin costs more than it is worth. */
export function inputCostSats(task: Task): number {
  return feeSatsOf(vbytesOf(inputWeight(task.kind)), task.rate)
}
