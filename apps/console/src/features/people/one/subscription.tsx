import type { PersonDetails } from '@hornets/contract/admin/accounts/people'
import { Link } from '@tanstack/react-router'
import { useTexts } from '../../../i18n/texts.ts'
import { textLink } from '../../../ui/buttons/text-link.ts'
import { Card } from '../../../ui/content/card.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { formatBytes, formatLongDay } from '../../../ui/text/format.ts'

/** For operators and owners: what this person pays for. */
export function Subscription({ details: { person, subscription } }: { readonly details: PersonDetails }) {
  const { t } = useTexts()
  return (
    <Card
      title={t('people.one.subscription')}
      aside={
        subscription && (
          <Link to="/subscribers" search={{ key: person.pubkey } as never} className={textLink}>
            {t('people.one.showSubscription')}
          </Link>
        )
      }
    >
      {!subscription && <p className="mt-1 text-muted text-small">{t('people.one.noSubscription')}</p>}
      {subscription && (
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-small">
          <Badge>{t(`people.one.subscriptionIs.${subscription.status}`)}</Badge>
          {subscription.tier && <span>{subscription.tier}</span>}
          {subscription.expires_at && (
            <span>{t('people.one.paidUntil', { date: formatLongDay(subscription.expires_at) })}</span>
          )}
          {subscription.total_bytes !== null && (
            <span>
              {t('people.one.usedOf', {
                used: formatBytes(subscription.used_bytes),
                total: formatBytes(subscription.total_bytes),
              })}
            </span>
          )}
        </p>
      )}
    </Card>
  )
}
