import { listPersonEvents, type PersonDetails } from '@hornets/contract/admin/accounts/people'
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { api } from '../../../api/calls/api.ts'
import { listFailures } from '../../../api/calls/failure-text.ts'
import { cached } from '../../../api/queries/cached.ts'
import { kindName } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { EventText } from '../../../person/event-text.tsx'
import { EndlessList } from '../../../ui/content/endless-list.tsx'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'

interface PersonEventsProps {
  readonly details: PersonDetails
  /** Milliseconds since 1970. */
  readonly readAt: number
}

const eventPages = ({ details: { person, events, events_next: next }, readAt }: PersonEventsProps) => {
  const { pubkey } = person
  return infiniteQueryOptions({
    ...cached(listPersonEvents, { params: { pubkey } }),
    queryFn: ({ pageParam, signal }) =>
      api.call(listPersonEvents, {
        params: { pubkey },
        query: { ...(pageParam !== null && { until: pageParam }) },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    initialData: { pages: [{ events, next }], pageParams: [null] },
    initialDataUpdatedAt: readAt,
  })
}

/** What a person wrote, newest first, as text: nothing in it is loaded, rendered or linked. */
export function PersonEvents(props: PersonEventsProps) {
  const { t } = useTexts()
  const query = useInfiniteQuery(eventPages(props))
  const events = query.data.pages.flatMap(page => page.events)
  return (
    <EndlessList
      query={query}
      isEmpty={events.length === 0}
      loading={<RowsSkeleton rows={5} className="h-12" />}
      empty={<EmptyState icon={FileText} title={t('people.one.noEvents')} text={t('people.one.noEventsText')} />}
      more={t('people.one.moreEvents')}
      failureOf={listFailures}
    >
      <ol className="mt-2 grid gap-3 text-small">
        {events.map(({ id, kind, content, created_at }) => (
          <li key={id} className="grid min-w-0 gap-1 border-line border-t pt-2">
            <p className="flex flex-wrap items-center gap-x-2 text-caption text-muted">
              <Badge>{kindName(kind)}</Badge>
              <span>{formatDateTime(new Date(created_at * 1000))}</span>
            </p>
            <EventText event={{ kind, content }} />
          </li>
        ))}
      </ol>
    </EndlessList>
  )
}
