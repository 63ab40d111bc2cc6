import type { AnswerOf } from '@hornets/contract/endpoint'
import type { health } from '@hornets/contract/wallet/set-up'
import { useTexts } from '../../../i18n/texts.ts'
import { Badge } from '../../../ui/states/badge.tsx'

const looks = { asked: 'neutral', answers: 'ok', refuses: 'bad', silent: 'bad' } as const

interface ProxyBadgeProps {
  readonly state: NonNullable<AnswerOf<typeof health>['socks_proxy']>
}

export function ProxyBadge({ state }: ProxyBadgeProps) {
  const { t } = useTexts()
  return (
    <span title={t('wallet.state.proxy.hint')}>
      <Badge kind={looks[state]}>{t(`wallet.state.proxy.${state}`)}</Badge>
    </span>
  )
}
