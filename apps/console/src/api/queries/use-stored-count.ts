import { countStoredEvents } from '@hornets/contract/admin/access'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../i18n/texts.ts'
import { failureText } from '../calls/failure-text.ts'
import { apiQuery } from './api-query.ts'

interface StoredCount {
  /** Undefined while unknown. */
  readonly count: number | undefined
  /** The same in words, or why it is unknown. */
  readonly text: string
}

/** Number of this author's (hex) events that would be deleted, always counted again; asks nothing without an author. */
export function useStoredCount(pubkey: string | undefined): StoredCount {
  const { t } = useTexts()
  const { data, error } = useQuery({
    ...apiQuery(countStoredEvents, { params: { pubkey: pubkey ?? '' } }),
    enabled: pubkey !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  if (pubkey === undefined) return { count: undefined, text: '' }
  if (data) {
    const { count } = data
    return { count, text: t(count > 0 ? 'access.dialog.stored' : 'access.dialog.noneStored', { count }) }
  }
  const reason = error && failureText(error)
  return { count: undefined, text: reason ? t('access.dialog.notCounted', { reason }) : t('access.dialog.counting') }
}
