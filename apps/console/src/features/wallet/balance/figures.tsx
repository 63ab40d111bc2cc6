import type { WalletBalance } from '@hornets/contract/admin/wallet'
import { useTexts } from '../../../i18n/texts.ts'
import { formatMoment } from '../../../ui/text/format.ts'
import { formatExactSats, formatSats } from '../../../ui/text/sats.ts'
import { formatUsd } from '../../../ui/text/usd.ts'

/** Rates are hourly: one older than two hours is outdated. */
const freshMs = 2 * 60 * 60_000

export type Unit = 'usd' | 'sats'

interface FiguresProps {
  readonly balance: WalletBalance
  readonly unit: Unit
  /** Pending amounts share the second line, so that nothing below moves. */
  readonly brief?: boolean
}

export function Figures({ balance, unit, brief = false }: FiguresProps) {
  const { t } = useTexts()
  const {
    latest_balance: sats,
    balance_usd_known: isKnown = true,
    pending_sats: pending = 0,
    rate_at: rateAt,
  } = balance
  const usd = isKnown ? balance.balance_usd : null
  const isOldRate = usd !== null && rateAt && Date.now() - Date.parse(rateAt) > freshMs
  const texts = {
    usd: usd === null ? t('wallet.balance.usdUnknown') : formatUsd(usd),
    sats: t('wallet.balance.sats', { amount: formatSats(sats) }),
  }
  const other = unit === 'usd' ? 'sats' : 'usd'
  return (
    <div title={formatExactSats(sats)}>
      <p className="font-semibold text-figure tabular-nums">{texts[unit]}</p>
      <p className="flex flex-wrap gap-x-3 text-muted text-small tabular-nums">
        <span>{texts[other]}</span>
        {isOldRate && <span>{t('wallet.balance.rateOf', { time: formatMoment(rateAt) })}</span>}
        {brief && pending > 0 && <span>{t('wallet.balance.pendingShort', { amount: formatExactSats(pending) })}</span>}
      </p>
      {!brief && pending > 0 && (
        <p className="mt-1 text-small">{t('wallet.balance.pending', { amount: formatExactSats(pending) })}</p>
      )}
    </div>
  )
}
