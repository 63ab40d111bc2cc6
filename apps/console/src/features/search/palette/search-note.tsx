import { CloudOff, RotateCw, SearchX, TriangleAlert } from 'lucide-react'
import { messageOf } from '../../../api/calls/api-error.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import type { Wanted } from '../hits/hit.ts'
import type { useHits } from '../hits/use-hits.ts'

interface SearchNoteProps {
  readonly query: string
  readonly wanted: Wanted
  readonly found: ReturnType<typeof useHits>
}

/** The state of the search: nothing found, failed, offline, unfinished. Announced on change. */
export function SearchNote({ query, wanted, found }: SearchNoteProps) {
  const { t } = useTexts()
  const { hits, error, isSearching, isPaused, unfinished, retry } = found
  const isEmpty = query !== '' && hits.length === 0 && !isSearching && !error && !isPaused
  return (
    <div role="status">
      {error && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 text-small">
          <TriangleAlert size={16} className="text-bad" />
          <span className="min-w-0 flex-1 basis-52">
            {t('search.failed', { reason: translateMessage(messageOf(error)) })}
          </span>
          <Button size="small" icon={RotateCw} onClick={retry}>
            {t('ui.tryAgain')}
          </Button>
        </p>
      )}
      {isPaused && (
        <p className="flex items-center gap-3 px-4 py-3 text-muted text-small">
          <CloudOff size={16} />
          {t('search.offline')}
        </p>
      )}
      {unfinished.length > 0 && <p className="px-4 py-3 text-small text-warn">{t('search.unfinished')}</p>}
      {isEmpty && unfinished.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={t('search.nothing', { query })}
          text={wanted === 'all' ? t('search.nothingHint') : t('search.nothingHere')}
        />
      )}
      {query === '' && hits.length === 0 && (
        <p className="px-4 py-6 text-center text-muted text-small">{t('search.start')}</p>
      )}
      <span className="sr-only">
        {t(`search.categories.${wanted}`)}. {query !== '' && !isSearching && t('search.count', { count: hits.length })}
      </span>
    </div>
  )
}
