import { getEarnings } from '@hornets/contract/admin/subscriptions/payments'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { failureText } from '../../api/calls/failure-text.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/content/card.tsx'
import { Skeleton } from '../../ui/states/skeleton.tsx'
import { formatLongDay } from '../../ui/text/format.ts'
import { formatExactSats } from '../../ui/text/sats.ts'
import { formatUsd } from '../../ui/text/usd.ts'

/** What all subscriptions together have brought (DASH-08, R-37). Money is for operators: others are told so. */
export function EarningCard({ isLinked = true }: { readonly isLinked?: boolean }) {
  const { t } = useTexts()
  const may = useMay(getEarnings)
  const title = t('subscribers.earning.title')
  if (!may) return <Card title={title} description={t('subscribers.earning.notAllowed')} />
  return (
    <Card
      title={title}
      aside={
        isLinked && (
          <Link
            to="/earnings"
            aria-label={`${t('ui.details')}: ${title}`}
            className="rounded-sm text-muted hover:text-text hover:underline"
          >
            {t('ui.details')}
          </Link>
        )
      }
    >
      <div className={clsx('mt-1 grid content-start', isLinked && 'min-h-20.5')}>
        <Earning />
      </div>
    </Card>
  )
}

function Earning() {
  const { t } = useTexts()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getEarnings))
  if (data) return data.payments > 0 ? <Sum earned={data} /> : <None />
  if (!error)
    return (
      <div role="status" className="grid gap-2">
        <span className="sr-only">{t('ui.loading')}</span>
        <Skeleton className="h-6 w-40" />
        <Skeleton className="h-4 w-56 max-w-full" />
      </div>
    )
  return (
    <div role="alert" className="grid justify-items-start gap-2">
      <p className="text-bad text-small">{failureText(error)}</p>
      <Button size="small" loading={isFetching} onClick={() => void refetch()}>
        {t('ui.tryAgain')}
      </Button>
    </div>
  )
}

function None() {
  const { t } = useTexts()
  return (
    <>
      <p className="font-semibold text-muted text-title">{t('subscribers.earning.none')}</p>
      <p className="mt-1 text-muted text-small">{t('subscribers.earning.noneText')}</p>
    </>
  )
}

function Sum({ earned }: { readonly earned: AnswerOf<typeof getEarnings> }) {
  const { t } = useTexts()
  const { total_sats, total_usd, unpriced_sats, payments, from, to } = earned
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-semibold text-title tabular-nums">{formatExactSats(total_sats)}</span>
        <span className="text-muted tabular-nums">
          {total_usd === null ? t('subscribers.earning.noRate') : formatUsd(total_usd)}
        </span>
      </p>
      <p className="mt-1 text-muted text-small">
        {t('subscribers.earning.payments', { count: payments })}
        {from && to && ` · ${[...new Set([from, to].map(day => formatLongDay(day)))].join(' – ')}`}
      </p>
      {total_usd !== null && unpriced_sats > 0 && (
        <p className="text-caption text-muted">
          {t('subscribers.earning.unpriced', { sats: formatExactSats(unpriced_sats) })}
        </p>
      )}
    </>
  )
}
