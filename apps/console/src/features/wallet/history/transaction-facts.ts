import type { WalletTransaction } from '@hornets/contract/admin/wallet'

/** Confirmations from which a payment counts as final. */
const finalConfirmations = 6

/** `<txid>:<vout>` without its output. */
export const txidOf = ({ Address }: Pick<WalletTransaction, 'Address'>) => Address.split(':')[0] ?? Address

/** A row's amount: for a payment to many in one row, the payees' total. */
export const comesTo = ({ Value, paid_sats }: Pick<WalletTransaction, 'Value' | 'paid_sats'>) =>
  paid_sats === undefined ? Value : -paid_sats

export type Direction = 'received' | 'sent' | 'self'

export const directionOf = ({ Value }: Pick<WalletTransaction, 'Value'>): Direction =>
  Value > 0 ? 'received' : Value < 0 ? 'sent' : 'self'

export type Status = 'replaced' | 'dropped' | 'unknown' | 'unconfirmed' | 'confirming' | 'confirmed'

/** How safe a payment is; unknown with servers that omit confirmations. */
export function statusOf(row: Pick<WalletTransaction, 'confirmations' | 'replaced_by' | 'dropped'>): Status {
  if (row.replaced_by) return 'replaced'
  if (row.dropped) return 'dropped'
  if (row.confirmations === undefined) return 'unknown'
  if (row.confirmations === 0) return 'unconfirmed'
  return row.confirmations < finalConfirmations ? 'confirming' : 'confirmed'
}

/** Incoming payments, oldest first, for the chart (WALLET-13). Replaced and dropped ones are excluded. */
export function incoming<Row extends WalletTransaction>(rows: readonly Row[]): Row[] {
  return rows.filter(row => row.Value > 0 && !row.replaced_by && !row.dropped).reverse()
}
