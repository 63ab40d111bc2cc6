import type { WalletBalance } from '@hornets/contract/admin/wallet'
import { useTranslation } from 'react-i18next'
import { formatExactSats, formatSats } from '../money/sats-format.ts'
import { formatUsd } from '../money/usd.ts'

export type Unit = 'usd' | 'sats'

/** The balance in the chosen unit, large, and in the other, smaller (WALLET-02). */
export function Figures({ balance, unit }: { readonly balance: WalletBalance; readonly unit: Unit }) {
  const { t } = useTranslation()
  const { latest_balance: sats, balance_usd: usd, pending_sats: pending = 0 } = balance
  const texts = {
    usd: usd === null ? t('wallet.balance.usdUnknown') : formatUsd(usd),
    sats: t('wallet.balance.sats', { amount: formatSats(sats) }),
  }
  const other = unit === 'usd' ? 'sats' : 'usd'
  return (
    <div title={formatExactSats(sats)}>
      <p className="font-semibold text-figure tabular-nums">{texts[unit]}</p>
      <p className="text-muted text-small tabular-nums">{texts[other]}</p>
      {pending > 0 && (
        <p className="mt-1 text-small">{t('wallet.balance.pending', { amount: formatExactSats(pending) })}</p>
      )}
    </div>
  )
}
