import { type LedgerEntry, listLedger } from '@hornets/contract/admin/subscriptions/timeline'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { cached } from '../../../api/queries/cached.ts'
import { dataLimitText } from '../../../i18n/contract-texts.ts'
import { type Translate, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatSignedSats } from '../../../ui/text/sats.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { RefundActions } from './refund-actions.tsx'

const timelinePages = (pubkey: string) =>
  infiniteQueryOptions({
    ...cached(listLedger, { params: { pubkey } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listLedger, {
        params: { pubkey },
        query: { limit: 20, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export function Timeline({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const query = useInfiniteQuery(timelinePages(pubkey))
  const entries = query.data?.pages.flatMap(page => page.entries)
  return (
    <section aria-label={t('subscribers.timeline.title')}>
      <h3 className="font-semibold">{t('subscribers.timeline.title')}</h3>
      {query.isPending && <RowsSkeleton rows={3} className="h-6" />}
      {query.error && !entries && (
        <ErrorState
          message={failureText(query.error)}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {entries && (
        <ol className="mt-2 border-line border-l">
          {entries.map(entry => (
            <Entry key={entry.id} pubkey={pubkey} entry={entry} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button
          size="small"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          className="mt-2"
        >
          {t('subscribers.timeline.older')}
        </Button>
      )}
    </section>
  )
}

function refundText(t: Translate, { state, stuck }: NonNullable<LedgerEntry['refund']>): string {
  if (state !== 'stuck') return t(`subscribers.timeline.refund.${state}`)
  return stuck ? t(`subscribers.timeline.refund.stuck.${stuck.reason}`, { since: formatDateTime(stuck.since) }) : ''
}

function Entry({ pubkey, entry }: { readonly pubkey: string; readonly entry: LedgerEntry }) {
  const { t } = useTexts()
  const { kind, sats, tier, months, days, by, by_name, note, at, refund, payment_hash } = entry
  const isPaidByLightning = kind === 'payment' && payment_hash !== undefined
  const parts = [
    isPaidByLightning && t('subscribers.timeline.lightning'),
    tier && dataLimitText(tier),
    months > 0 && t('subscribers.timeline.months', { count: months }),
    days > 0 && t('subscribers.timeline.days', { count: days }),
    kind !== 'reminder' && note,
    refund && shortenMiddle(refund.recipient_address, 14, 8),
    refund && refundText(t, refund),
  ]
  return (
    <li className="relative py-1.5 pl-4 text-small before:absolute before:top-3 before:-left-[4px] before:size-[7px] before:rounded-full before:bg-line-strong">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">{t(`subscribers.timeline.kind.${kind}`)}</span>
        {sats !== 0 && <span className="tabular-nums">{formatSignedSats(sats)}</span>}
      </p>
      <p className="break-words text-muted empty:hidden">{parts.filter(Boolean).join(' · ')}</p>
      {by && (
        <p>
          <Person pubkey={by} named={by_name} size="tiny" />
        </p>
      )}
      {refund?.txid && (
        <p className="flex items-center gap-1 text-caption text-muted">
          <code title={refund.txid}>{shortenMiddle(refund.txid, 14, 8)}</code>
          <CopyButton value={refund.txid} label={t('wallet.copyTxid')} />
        </p>
      )}
      {refund && <RefundActions pubkey={pubkey} entry={entry} />}
      {isPaidByLightning && (
        <p className="flex items-center gap-1 text-caption text-muted">
          <code title={payment_hash}>{shortenMiddle(payment_hash, 14, 8)}</code>
          <CopyButton value={payment_hash} label={t('subscribers.timeline.copyHash')} />
        </p>
      )}
      <p className="text-caption text-muted">{formatDateTime(at)}</p>
    </li>
  )
}
