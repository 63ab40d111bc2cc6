import type { TransactionDetails } from '@hornets/contract/wallet/transaction-details'

/** The wallet's net change in satoshis, negative for a loss. Undefined if the inputs are unknown. */
export function netSatsOf({ whole, outputs }: Pick<TransactionDetails, 'whole' | 'outputs'>): number | undefined {
  if (!whole) return undefined
  const got = outputs.reduce((sum, { to, value_sats }) => (to === 'others' ? sum : sum + value_sats), 0)
  return whole.inputs.reduce((sum, { value_sats = 0 }) => sum - value_sats, got)
}
