import type { Branch } from '../../coins/coin.ts'
import type { ParsedTransaction } from '../../coins/raw-transaction.ts'

/** Value of our output, and whether it is a receiving or a change address. */
export interface OwnOutput {
  readonly valueSats: number
  readonly branch: Branch
}

/** One line of the history; see the contract's transactionRow. */
export interface Line {
  readonly vout: number
  readonly output: string
  readonly valueSats: number
  readonly feeSats: number | null
}

interface Ours {
  /** By vout. */
  readonly outputs: ReadonlyMap<number, OwnOutput>
  /** Values of our inputs; null for others' inputs. */
  readonly inputs: readonly (number | null)[]
}

/** Incoming: one per output. Outgoing: one per payee, fee on the first. To ourselves: one of 0. Joint: net. */
export function linesOf(
  transaction: ParsedTransaction,
  { outputs, inputs }: Ours,
  addressOf: (script: string) => string | null,
): Line[] {
  const nameOf = (vout: number) => addressOf(transaction.outputs[vout]?.script ?? '') ?? ''
  const spent = inputs.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const got = [...outputs.values()].reduce((sum, { valueSats }) => sum + valueSats, 0)
  if (inputs.every(value => value === null))
    return [...outputs].map(([vout, { valueSats }]) => ({ vout, output: nameOf(vout), valueSats, feeSats: null }))
  const [firstOfOurs = 0] = outputs.keys()
  if (inputs.includes(null))
    return [{ vout: firstOfOurs, output: nameOf(firstOfOurs), valueSats: got - spent, feeSats: null }]

  const feeSats = spent - transaction.outputs.reduce((sum, { valueSats }) => sum + valueSats, 0)
  const paid = transaction.outputs.map((output, vout) => ({ ...output, vout })).filter(({ vout }) => !outputs.has(vout))
  if (paid.length === 0) return [{ vout: firstOfOurs, output: nameOf(firstOfOurs), valueSats: 0, feeSats }]
  return paid.map(({ vout, valueSats }, position) => ({
    vout,
    output: nameOf(vout),
    valueSats: -valueSats,
    feeSats: position === 0 ? feeSats : null,
  }))
}
