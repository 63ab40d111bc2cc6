import type { SubscriptionStatus } from '@hornets/contract/admin/subscriptions/subscribers'
import { useTexts } from '../../i18n/texts.ts'
import { Badge, type BadgeProps } from '../../ui/states/badge.tsx'

const looks: Readonly<Record<SubscriptionStatus, BadgeProps['kind']>> = {
  unpaid: 'neutral',
  active: 'ok',
  grace: 'warn',
  read_only: 'warn',
  ended: 'neutral',
}

export function StatusBadge({ status }: { readonly status: SubscriptionStatus }) {
  const { t } = useTexts()
  return <Badge kind={looks[status]}>{t(`subscribers.status.${status}`)}</Badge>
}
