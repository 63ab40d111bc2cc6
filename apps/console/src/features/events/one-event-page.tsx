import { listEvents } from '@hornets/contract/admin/events/browse'
import { deleteEvents } from '@hornets/contract/admin/events/changes'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, FileX } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../api/calls/failure-text.ts'
import { apiQuery } from '../../api/queries/api-query.ts'
import { useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { textLink } from '../../ui/buttons/text-link.ts'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { DeleteButton } from './delete-button.tsx'
import { EventRow } from './event-row.tsx'

export function OneEventPage({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const mayDelete = useMay(deleteEvents)
  const [shape, setShape] = useState<'shown' | 'json'>('shown')
  const query = useQuery(apiQuery(listEvents, { query: { filter: JSON.stringify({ ids: [id] }), limit: 1 } }))
  const { data, error, isFetching, refetch } = query
  const [event] = data?.events ?? []
  const shapes = (['shown', 'json'] as const).map(value => ({ value, label: t(`events.${value}`) }))
  return (
    <div className="grid max-w-600 content-start gap-4">
      <Link to="/events" className={`${textLink} inline-flex w-fit items-center gap-1`}>
        <ArrowLeft size={16} />
        {t('events.back')}
      </Link>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-semibold text-title">{t('events.one')}</h1>
        <div className="flex flex-wrap items-center gap-2">
          {/* The list shows the job, from where it can be undone. */}
          {mayDelete && event && (
            <DeleteButton filter={{}} chosen={[id]} onDeleted={() => void navigate({ to: '/events' })} />
          )}
          <Segmented label={t('events.shape')} value={shape} onValueChange={setShape} choices={shapes} />
        </div>
      </div>
      <div className="min-w-0 rounded-md border border-line bg-surface">
        {error && <ErrorState message={formFailureText(error)} onRetry={() => void refetch()} retrying={isFetching} />}
        {query.isPending && <RowsSkeleton rows={2} className="h-20" />}
        {data && !event && <EmptyState icon={FileX} title={t('events.unknown')} text={t('events.unknownText')} />}
        {event && (
          <ol>
            <EventRow event={event} author={data?.authors[0]} isRaw={shape === 'json'} isWhole />
          </ol>
        )}
      </div>
    </div>
  )
}
