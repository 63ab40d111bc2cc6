import { useLocation } from '@tanstack/react-router'
import { readEventId } from '../../api/signers/event-link.ts'
import { EventsListPage } from './list-page.tsx'
import { OneEventPage } from './one-event-page.tsx'

export function EventsPage() {
  const key = useLocation({ select: ({ pathname }) => pathname.split('/')[2] ?? '' })
  const id = readEventId(key)
  return id ? <OneEventPage key={id} id={id} /> : <EventsListPage />
}
