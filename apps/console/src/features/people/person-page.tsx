import { getPerson, type PersonDetails, type PersonQuota } from '@hornets/contract/admin/accounts/people'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useRefusal } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { Card } from '../../ui/content/card.tsx'
import { Alert } from '../../ui/states/alert.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { formatBytes, formatDateTime, formatNumber } from '../../ui/text/format.ts'
import { Decisions } from './one/decisions.tsx'
import { Elsewhere } from './one/elsewhere.tsx'
import { PersonActions } from './one/person-actions.tsx'
import { PersonEvents } from './one/person-events.tsx'
import { PersonNotes } from './one/person-notes.tsx'
import { PersonReports } from './one/person-reports.tsx'
import { PersonRoles } from './one/person-roles.tsx'
import { quotaParts } from './one/quota-dialog.tsx'
import { Subscription } from './one/subscription.tsx'
import { StatusBadges } from './status-badges.tsx'

export function PersonPage({ pubkey }: { readonly pubkey: string }) {
  const { t } = useTexts()
  const refusal = useRefusal(getPerson)
  const query = useQuery({ ...apiQuery(getPerson, { params: { pubkey } }), enabled: refusal === undefined })
  const { data, error, isFetching, refetch } = query
  return (
    <div className="grid max-w-600 content-start gap-4">
      <Link to="/people" className={`${textLink} inline-flex w-fit items-center gap-1`}>
        <ArrowLeft size={16} />
        {t('people.one.back')}
      </Link>
      {refusal && <Alert title={refusal} />}
      {error && <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />}
      {!refusal && query.isPending && <RowsSkeleton rows={6} className="h-9" />}
      {data && <Details details={data} readAt={query.dataUpdatedAt} onChanged={() => void refetch()} />}
    </div>
  )
}

interface DetailsProps {
  readonly details: PersonDetails
  /** Milliseconds since 1970. */
  readonly readAt: number
  readonly onChanged: () => void
}

function Details({ details, readAt, onChanged }: DetailsProps) {
  const { t } = useTexts()
  const { person, about, website, block, quota } = details
  return (
    <>
      <Card>
        <div className="flex flex-wrap items-start justify-between gap-3">
          <h1 className="min-w-0 text-title">
            <Person pubkey={person.pubkey} known={person} size="medium" copies linked={false} />
          </h1>
          <PersonActions details={details} onChanged={onChanged} />
        </div>
        <div className="mt-3 grid gap-2">
          {person.status.length > 0 && <StatusBadges status={person.status} />}
          {block && (
            <p className="text-bad text-small">
              {block.expires_at
                ? t('people.one.blockedUntil', { time: formatDateTime(block.expires_at) })
                : t('people.one.blockedForever')}
            </p>
          )}
          {quota && <OwnQuota quota={quota} />}
          {about && (
            <p className="max-w-160 whitespace-pre-wrap break-words text-small" dir="auto">
              {about}
            </p>
          )}
          {/* Text, not a link: who clicks it would tell a stranger's server. */}
          {website && <p className="break-all text-muted text-small">{website}</p>}
        </div>
        <Figures details={details} />
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <Card title={t('people.one.events')}>
          <PersonEvents details={details} readAt={readAt} />
        </Card>
        <About details={details} onChanged={onChanged} />
      </div>
    </>
  )
}

function About({ details, onChanged }: Omit<DetailsProps, 'readAt'>) {
  const { t } = useTexts()
  const { person } = details
  return (
    <div className="grid min-w-0 gap-4">
      <Elsewhere person={person} />
      {details.subscription !== undefined && <Subscription details={details} />}
      <PersonRoles pubkey={person.pubkey} onChanged={onChanged} />
      <Card title={t('people.one.reports')}>
        <PersonReports details={details} />
      </Card>
      <Card title={t('people.one.decisions')}>
        <Decisions decisions={details.decisions} />
      </Card>
      <Card title={t('people.one.notes')} description={t('people.one.notesText')}>
        <PersonNotes pubkey={person.pubkey} notes={details.notes} onChanged={onChanged} />
      </Card>
    </div>
  )
}

function OwnQuota({ quota }: { readonly quota: PersonQuota }) {
  const { t } = useTexts()
  const parts = quotaParts.flatMap(part => {
    const bytes = quota[part]
    return bytes === null ? [] : [`${t(`people.one.quotas.${part}`)}: ${formatBytes(bytes)}`]
  })
  return <p className="text-small">{t('people.one.quotaIs', { parts: parts.join(', ') })}</p>
}

function Figures({ details: { person, first_seen } }: { readonly details: PersonDetails }) {
  const { t } = useTexts()
  const { events, bytes, files, file_bytes, events_1h, events_24h, events_30d, reports, last_seen } = person
  const time = (at: string | null) => (at === null ? t('people.never') : formatDateTime(at))
  const windows = { hour: formatNumber(events_1h), day: formatNumber(events_24h), month: formatNumber(events_30d) }
  return (
    <dl className="mt-4 grid grid-cols-2 gap-x-4 gap-y-3 border-line border-t pt-3 text-small md:grid-cols-3 xl:grid-cols-6">
      <Figure name={t('people.one.events')} value={formatNumber(events)} more={t('people.one.windows', windows)} />
      <Figure name={t('people.column.bytes')} value={formatBytes(bytes + file_bytes)} />
      <Figure name={t('people.one.files')} value={formatNumber(files)} />
      <Figure name={t('people.one.reportsAgainst')} value={formatNumber(reports)} />
      <Figure name={t('people.one.lastSeen')} value={time(last_seen)} />
      <Figure name={t('people.one.firstSeen')} value={time(first_seen)} />
    </dl>
  )
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly more?: string
}

function Figure({ name, value, more }: FigureProps) {
  return (
    <div>
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{value}</dd>
      {more && <dd className="text-caption text-muted">{more}</dd>}
    </div>
  )
}
