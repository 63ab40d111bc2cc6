import { useParams } from '@tanstack/react-router'
import { readEventId } from '../../api/signers/event-link.ts'
import { EventsListPage } from './list-page.tsx'
import { OneEventPage } from './one-event-page.tsx'

export function EventsPage() {
  const { key = '' } = useParams({ strict: false }) as { key?: string }
  const id = readEventId(key)
  return id ? <OneEventPage key={id} id={id} /> : <EventsListPage />
}
