import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n/texts.ts'
import { formatNumber } from '../../../ui/text/format.ts'
import { walletQueries } from '../service/queries.ts'

/** The newest block in the status line; nothing without a wallet. */
export function ChainTip() {
  const { t } = useTexts()
  const { data, isError } = useQuery(walletQueries.health)
  if (isError || !data || data.tip_height === null) return null
  return (
    <li>
      {t('wallet.state.block')} <b className="font-semibold text-text tabular-nums">{formatNumber(data.tip_height)}</b>
      {!data.synced && ` ${t('wallet.state.syncing')}`}
    </li>
  )
}
