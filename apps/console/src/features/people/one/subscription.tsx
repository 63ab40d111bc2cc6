import { getSubscriber } from '@hornets/contract/admin/subscriptions/subscribers'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '../../../api/calls/api-error.ts'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatLongDay } from '../../../ui/text/format.ts'

/** For operators and owners: what this person pays for. */
export function Subscription({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const { data, error } = useQuery({ ...apiQuery(getSubscriber, { params: { pubkey } }), retry: false })
  const isNone = error instanceof ApiError && error.status === 404
  return (
    <Card
      title={t('people.one.subscription')}
      aside={
        data && (
          <Link to="/subscribers" search={{ key: pubkey } as never} className={textLink}>
            {t('people.one.showSubscription')}
          </Link>
        )
      }
    >
      {error && (
        <p className="mt-1 text-muted text-small">{isNone ? t('people.one.noSubscription') : formFailureText(error)}</p>
      )}
      {data && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
          <Badge>{t(`people.one.subscriptionIs.${data.status}`)}</Badge>
          {data.tier && <span>{data.tier}</span>}
          {data.expires_at && <span>{t('people.one.paidUntil', { date: formatLongDay(data.expires_at) })}</span>}
          {data.total_bytes !== null && (
            <span>
              {t('people.one.usedOf', { used: formatBytes(data.used_bytes), total: formatBytes(data.total_bytes) })}
            </span>
          )}
        </p>
      )}
    </Card>
  )
}
