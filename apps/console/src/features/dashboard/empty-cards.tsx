import { useTexts } from '../../i18n/texts.ts'
import { Card } from '../../ui/content/card.tsx'
import { DetailsLink } from './details-link.tsx'

/** Cards for subscriptions that explain why they are empty. A part that is not running has no controls. */
export function SubscriberStrip() {
  const { t } = useTexts()
  return <Card title={t('dashboard.subscribers.title')} description={t('dashboard.subscribers.empty')} />
}

export function EarningCard() {
  const { t } = useTexts()
  const title = t('dashboard.earning.title')
  return (
    <Card title={title} aside={<DetailsLink to="/profile/payments" of={title} />}>
      <p className="mt-1 font-semibold text-muted text-title">{t('dashboard.earning.none')}</p>
      <p className="mt-1 text-muted text-small">{t('dashboard.earning.empty')}</p>
    </Card>
  )
}
