import type { TransactionDetails } from '@hornets/contract/wallet/transaction-details'

/** What the wallet has more after it, in satoshis; less is below 0. Undefined where its inputs are not known. */
export function netSatsOf({ whole, outputs }: Pick<TransactionDetails, 'whole' | 'outputs'>): number | undefined {
  if (!whole) return undefined
  const got = outputs.reduce((sum, { to, value_sats }) => (to === 'others' ? sum : sum + value_sats), 0)
  return whole.inputs.reduce((sum, { value_sats = 0 }) => sum - value_sats, got)
}
