import { CreditCard } from 'lucide-react'
import { useTexts } from '../../../i18n/texts.ts'
import { Card } from '../../../ui/content/card.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'

/** Payments for subscriptions: none before this relay sells any. */
export function PaymentsPage() {
  const { t } = useTexts()
  return (
    <Card title={t('profile.page.payments')} description={t('profile.payments.description')}>
      <EmptyState icon={CreditCard} title={t('profile.payments.empty')} text={t('profile.payments.emptyText')} />
    </Card>
  )
}
