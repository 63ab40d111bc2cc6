import type { WalletTransaction } from '@hornets/contract/admin/wallet'

/** From so many on a payment counts as final, as wallets do (each block makes it harder to take back). */
const finalConfirmations = 6

/** `<txid>:<vout>` without its output. */
export const txidOf = ({ Address }: Pick<WalletTransaction, 'Address'>) => Address.split(':')[0] ?? Address

/** What a row comes to: of a payment to many, told as one row, what all of them get. */
export const comesTo = ({ Value, paid_sats }: Pick<WalletTransaction, 'Value' | 'paid_sats'>) =>
  paid_sats === undefined ? Value : -paid_sats

export type Direction = 'received' | 'sent' | 'self'

export const directionOf = ({ Value }: Pick<WalletTransaction, 'Value'>): Direction =>
  Value > 0 ? 'received' : Value < 0 ? 'sent' : 'self'

export type Standing = 'replaced' | 'dropped' | 'unknown' | 'unconfirmed' | 'confirming' | 'confirmed'

/** How safe a payment is. Servers that do not tell confirmations leave it unknown. */
export function standingOf(row: Pick<WalletTransaction, 'confirmations' | 'replaced_by' | 'dropped'>): Standing {
  if (row.replaced_by) return 'replaced'
  if (row.dropped) return 'dropped'
  if (row.confirmations === undefined) return 'unknown'
  if (row.confirmations === 0) return 'unconfirmed'
  return row.confirmations < finalConfirmations ? 'confirming' : 'confirmed'
}

/** What came in, oldest first: the rows of the chart (WALLET-13). What has been replaced or dropped never came. */
export function incoming<Row extends WalletTransaction>(rows: readonly Row[]): Row[] {
  return rows.filter(row => row.Value > 0 && !row.replaced_by && !row.dropped).reverse()
}
