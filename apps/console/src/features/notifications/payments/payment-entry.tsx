import type { PaymentNotification } from '@hornets/contract/admin/subscriptions/payments'
import { Link } from '@tanstack/react-router'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatDay } from '../../../ui/text/format.ts'
import type { EntryProps } from '../boxes/notification-box.tsx'
import { EntryFrame } from '../entry-frame.tsx'
import { Amount } from './amount.tsx'

/** A credited payment: whether it is somebody new, what it bought and until when (NOTIF-12, R-24). */
export function PaymentEntry({ row, onMark, onLeave }: EntryProps<PaymentNotification>) {
  const { t } = useTexts()
  const isPaidUntil = row.subscription_tier !== '' && Date.parse(row.expiration_date) > 0
  return (
    <EntryFrame
      title={t(row.is_new_subscriber ? 'notifications.payments.new' : 'notifications.payments.renewed')}
      figure={<Amount sats={row.amount} />}
      isRead={row.is_read}
      at={row.created_at}
      onMark={onMark}
    >
      <p className="flex flex-wrap items-center gap-x-1.5 text-muted">
        <span>
          {row.subscription_tier ? dataLimitText(row.subscription_tier) : t('notifications.payments.credit')}
          {isPaidUntil && `, ${t('notifications.payments.until', { day: formatDay(row.expiration_date) })}`}
        </span>
        {row.reversed_at !== undefined && <Badge kind="bad">{t('notifications.payments.reversed')}</Badge>}
      </p>
      <p>
        <Link
          to="/subscribers"
          search={{ key: row.pubkey } as never}
          onClick={onLeave}
          className="inline-flex max-w-full rounded-sm text-caption hover:underline"
        >
          <Person pubkey={row.pubkey} size="tiny" linked={false} />
        </Link>
      </p>
    </EntryFrame>
  )
}
