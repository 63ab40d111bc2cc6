import {
  allowEvents,
  banEvents,
  disallowEvents,
  type EventBan,
  listAllowedEvents,
  listBannedEvents,
  unbanEvents,
} from '@hornets/contract/admin/access-lists'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { cached } from '../../../api/queries/cached.ts'
import { readEventId } from '../../../api/signers/event-link.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { EventListCard } from './event-list-card.tsx'

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

function useEventView() {
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const typed = useDebounced(text.trim(), 250)
  const q = readEventId(typed.replace(/^nostr:/, '')) ?? typed
  const onMore = limit < most ? () => setLimit(limit + pageSize) : undefined
  return { input: { limit, ...(q && { q }) }, text, onText: setText, onMore }
}

const disallow = (ids: string[]) => api.call(disallowEvents, { body: { ids } })
const unban = (ids: string[]) => api.call(unbanEvents, { body: { ids } })

/** Allowed events stay allowed on an undo, and bans that ended come back. */
async function allow(ids: string[], reason: string) {
  const { before } = await api.call(allowEvents, { body: { ids, reason } })
  const added = ids.filter(id => !before.allowed.includes(id))
  return async () => {
    if (added.length > 0) await disallow(added)
    await banAgain(before.banned)
  }
}

/** Banned events stay banned on an undo, with the reasons that they had. */
async function ban(ids: string[], reason: string) {
  const { before } = await api.call(banEvents, { body: { ids, reason } })
  const added = ids.filter(id => !before.some(banned => banned.id === id))
  return async () => {
    if (added.length > 0) await unban(added)
    await banAgain(before)
  }
}

async function banAgain(bans: readonly EventBan[]): Promise<void> {
  for (const reason of new Set(bans.map(banned => banned.reason))) {
    const ids = bans.filter(banned => banned.reason === reason).map(({ id }) => id)
    await api.call(banEvents, { body: { ids, reason } })
  }
}

function AllowedEvents() {
  const { input, ...view } = useEventView()
  const query = useQuery({
    ...cached(listAllowedEvents, input),
    queryFn: ({ signal }) => api.call(listAllowedEvents, { query: input, signal }),
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
      view={view}
      change={allowEvents}
      add={allow}
      remove={disallow}
    />
  )
}

function BannedEvents() {
  const { input, ...view } = useEventView()
  const query = useQuery({
    ...cached(listBannedEvents, input),
    queryFn: ({ signal }) => api.call(listBannedEvents, { query: input, signal }),
    placeholderData: keepPreviousData,
  })
  const { events = [], count = 0 } = query.data ?? {}
  return (
    <EventListCard
      list="banned"
      query={query}
      entries={events.map(({ banned_at, banned_by, banned_by_name, ...event }) => ({
        ...event,
        at: banned_at,
        by: banned_by,
        byName: banned_by_name,
      }))}
      count={count}
      view={view}
      change={banEvents}
      add={ban}
      remove={unban}
    />
  )
}
