import { useQuery } from '@tanstack/react-query'
import { failureText } from '../../api/calls/failure-text.ts'
import { useTexts } from '../../i18n/texts.ts'
import { storedQuery } from './blocked-query.ts'

interface StoredCount {
  /** Undefined until it is known. */
  readonly count: number | undefined
  /** The same in words, or why it is not known. */
  readonly text: string
}

/** How many events of this author (hex) deleting would take; nobody is asked without one. */
export function useStoredCount(pubkey: string | undefined): StoredCount {
  const { t } = useTexts()
  const { data: count, error } = useQuery({ ...storedQuery(pubkey ?? ''), enabled: pubkey !== undefined })
  if (pubkey === undefined) return { count: undefined, text: '' }
  if (count !== undefined)
    return { count, text: t(count > 0 ? 'access.dialog.stored' : 'access.dialog.noneStored', { count }) }
  const reason = error && failureText(error)
  return { count, text: reason ? t('access.dialog.notCounted', { reason }) : t('access.dialog.counting') }
}
