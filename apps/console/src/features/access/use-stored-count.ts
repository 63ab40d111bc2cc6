import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { storedQuery } from './blocked-query.ts'

interface StoredCount {
  /** Undefined while unknown. */
  readonly count: number | undefined
  /** The same in words, or why it is unknown. */
  readonly text: string
}

/** Number of this author's (hex) events that would be deleted; asks nothing without an author. */
export function useStoredCount(pubkey: string | undefined): StoredCount {
  const { t } = useTexts()
  const { data: count, error } = useQuery({ ...storedQuery(pubkey ?? ''), enabled: pubkey !== undefined })
  if (pubkey === undefined) return { count: undefined, text: '' }
  if (count !== undefined)
    return { count, text: t(count > 0 ? 'access.dialog.stored' : 'access.dialog.noneStored', { count }) }
  const reason = error && failureText(error)
  return { count, text: reason ? t('access.dialog.notCounted', { reason }) : t('access.dialog.counting') }
}
