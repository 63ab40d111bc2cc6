import {
  allowEvents,
  banEvents,
  disallowEvents,
  listAllowedEvents,
  listBannedEvents,
  unbanEvents,
} from '@hornets/contract/admin/access-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { type EventEntry, EventListCard } from './event-list-card.tsx'

/** Events that single decisions name: allowed in spite of lists and rules, and deleted for good. */
export function EventLists() {
  const { t } = useTexts()
  return (
    <div className="grid max-w-240 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4">
      <div>
        <h1 className="font-semibold text-title">{t('access.events.title')}</h1>
        <p className="text-muted text-small">{t('access.events.text')}</p>
      </div>
      <AllowedEvents />
      <BannedEvents />
    </div>
  )
}

const pageSize = 100
const most = 1000

function AllowedEvents() {
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery({
    ...cached(listAllowedEvents, { limit }),
    queryFn: ({ signal }) => api.call(listAllowedEvents, { query: { limit }, signal }),
    placeholderData: keepPreviousData,
  })
  const { events = [], count = 0 } = query.data ?? {}
  return (
    <EventListCard
      list="allowed"
      query={query}
      entries={events.map(({ created_at, created_by, created_by_name, ...event }) => ({
        ...event,
        at: created_at,
        by: created_by,
        byName: created_by_name,
      }))}
      count={count}
      onMore={limit < most ? () => setLimit(limit + pageSize) : undefined}
      change={allowEvents}
      add={(ids, reason) => api.call(allowEvents, { body: { ids, reason } })}
      remove={ids => api.call(disallowEvents, { body: { ids } })}
    />
  )
}

function BannedEvents() {
  const [limit, setLimit] = useState(pageSize)
  const query = useQuery({
    ...cached(listBannedEvents, { limit }),
    queryFn: ({ signal }) => api.call(listBannedEvents, { query: { limit }, signal }),
    placeholderData: keepPreviousData,
  })
  const { events = [], count = 0 } = query.data ?? {}
  const entries: EventEntry[] = events.map(({ id, reason, banned_at }) => ({ id, reason, at: banned_at, by: null }))
  return (
    <EventListCard
      list="banned"
      query={query}
      entries={entries}
      count={count}
      onMore={limit < most ? () => setLimit(limit + pageSize) : undefined}
      change={banEvents}
      add={(ids, reason) => api.call(banEvents, { body: { ids, reason } })}
      remove={ids => api.call(unbanEvents, { body: { ids } })}
    />
  )
}
