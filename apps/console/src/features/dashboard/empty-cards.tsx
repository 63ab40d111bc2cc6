import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/card.tsx'

/** Cards of money and people: each says that nothing is there and why. A part that is not running has no controls. */
export function SubscriberStrip() {
  const { t } = useTranslation()
  return <Card title={t('dashboard.subscribers.title')} description={t('dashboard.subscribers.empty')} />
}

export function MoneyColumn() {
  const { t } = useTranslation()
  return (
    <>
      <QuietCard
        title={t('dashboard.balance.title')}
        state={t('dashboard.balance.none')}
        text={t('dashboard.balance.empty')}
      />
      <QuietCard
        title={t('dashboard.earning.title')}
        state={t('dashboard.earning.none')}
        text={t('dashboard.earning.empty')}
      />
      <QuietCard
        title={t('dashboard.payments.title')}
        state={t('dashboard.payments.none')}
        text={t('dashboard.payments.empty')}
      />
    </>
  )
}

function QuietCard({ title, state, text }: { readonly title: string; readonly state: string; readonly text: string }) {
  return (
    <Card title={title}>
      <p className="mt-1 font-semibold text-muted text-title">{state}</p>
      <p className="mt-1 text-muted text-small">{text}</p>
    </Card>
  )
}
