import {
  listSubscriptionPayments,
  type PaymentStatus,
  paymentStatuses,
} from '@hornets/contract/admin/subscriptions/payments'
import { useInfiniteQuery } from '@tanstack/react-query'
import { CreditCard, LockKeyhole, Search } from 'lucide-react'
import { listFailures } from '../../../api/calls/failure-text.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { EndlessList } from '../../../ui/content/endless-list.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { paymentPages } from './payment-pages.ts'
import { PaymentTable } from './payment-table.tsx'

/** Payments for subscriptions with their status (PROFILE-09). Money is for operators. */
export function PaymentsPage() {
  const { t } = useTexts()
  if (useMay(listSubscriptionPayments)) return <Payments />
  return (
    <Card title={t('profile.page.payments')} description={t('profile.payments.description')}>
      <EmptyState
        icon={LockKeyhole}
        title={t('profile.payments.notAllowed')}
        text={t('profile.payments.notAllowedText')}
      />
    </Card>
  )
}

const all = 'all'

function Payments() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const status = paymentStatuses.find(one => one === parameters.status)
  const query = useInfiniteQuery(paymentPages(status))
  const rows = query.data?.pages.flatMap(page => page.payments) ?? []
  return (
    <Card title={t('profile.page.payments')} description={t('profile.payments.description')}>
      <div className="mt-3">
        <Segmented<PaymentStatus | typeof all>
          label={t('profile.payments.filter')}
          value={status ?? all}
          onValueChange={next => change({ status: next === all ? undefined : next }, { replace: true })}
          choices={[
            { value: all, label: t('profile.payments.all') },
            ...paymentStatuses.map(value => ({ value, label: t(`profile.payments.status.${value}`) })),
          ]}
        />
      </div>
      <div className="-mx-4 -mb-4 mt-3 border-line border-t">
        <EndlessList
          query={query}
          isEmpty={rows.length === 0}
          loading={<RowsSkeleton rows={5} className="h-7" />}
          empty={
            status === undefined ? (
              <EmptyState
                icon={CreditCard}
                title={t('profile.payments.empty')}
                text={t('profile.payments.emptyText')}
              />
            ) : (
              <EmptyState
                icon={Search}
                title={t('profile.payments.noneFound')}
                action={
                  <Button onClick={() => change({ status: undefined }, { replace: true })}>
                    {t('profile.payments.allStatuses')}
                  </Button>
                }
              />
            )
          }
          more={t('profile.payments.older')}
          failureOf={listFailures}
        >
          <PaymentTable rows={rows} />
        </EndlessList>
      </div>
    </Card>
  )
}
