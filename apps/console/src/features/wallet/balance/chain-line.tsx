import type { AnswerOf } from '@hornets/contract/endpoint'
import type { health } from '@hornets/contract/wallet/set-up'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { ProxyBadge } from './proxy-badge.tsx'

interface ChainLineProps {
  readonly health: AnswerOf<typeof health>
}

/** The network unless it is mainnet, whether the keys are locked, and the block. */
export function ChainLine({ health }: ChainLineProps) {
  const { t } = useTexts()
  return (
    <>
      {health.network !== 'mainnet' && <Badge kind="warn">{t(`wallet.network.${health.network}`)}</Badge>}
      {health.wallet === 'locked' && <Badge>{t('wallet.state.locked')}</Badge>}
      {health.tip_height !== null && t('wallet.state.tip', { height: formatNumber(health.tip_height) })}
      {health.socks_proxy && <ProxyBadge state={health.socks_proxy} />}
      {!health.synced && health.chain_source !== 'none' && ` ${t('wallet.state.syncing')}`}
    </>
  )
}
