import { countEvents } from '@hornets/contract/admin/events/browse'
import type { AnswerOf } from '@hornets/contract/endpoint'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries/api-query.ts'
import { type Translate, useTexts } from '../../i18n/texts.ts'
import { formatBytes, formatNumber } from '../../ui/text/format.ts'
import type { EventFilter } from './event-filter.ts'

/** Number and bytes; a lower bound if the server could not count them all. */
export const foundText = (t: Translate, { count, bytes, exact }: AnswerOf<typeof countEvents>): string =>
  t(exact ? 'events.count' : 'events.countAtLeast', {
    count,
    formatted: formatNumber(count),
    bytes: formatBytes(bytes),
  })

/** Undefined until counted. */
export function useFoundText(filter: EventFilter): string | undefined {
  const { t } = useTexts()
  const { data } = useQuery(apiQuery(countEvents, { body: { filter: { ...filter } } }))
  return data && foundText(t, data)
}
