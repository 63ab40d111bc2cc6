import type { FoundTransaction } from '@hornets/contract/admin/search'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { t } from '../../../i18n/texts.ts'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import type { Hit } from '../hits/hit.ts'

export const signedSats = (value: number): string =>
  t('search.sats', { amount: formatNumber(value, { signDisplay: 'exceptZero' }) })

export const transactionHit = (transaction: FoundTransaction): Hit => ({
  key: `transaction ${transaction.txid} ${transaction.address}`,
  category: 'transactions',
  icon: transaction.value < 0 ? ArrowUpRight : ArrowDownLeft,
  title: `${signedSats(transaction.value)} · ${shortenMiddle(transaction.address, 12, 8)}`,
  detail: `${shortenMiddle(transaction.txid, 12, 8)} · ${formatDateTime(transaction.date)}`,
  target: { tx: transaction.txid },
})
