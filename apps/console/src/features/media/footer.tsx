import { ImageOff, Trash2 } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { ErrorState } from '../../ui/states/error-state.tsx'
import { loadFailureText } from './files/load-failure.ts'
import type { Files } from './files/use-files.ts'
import { type FileSearch, isNarrowed } from './filters/file-search.ts'
import { EmptyTiles } from './grid/row.tsx'

interface FooterProps {
  readonly files: Files
  readonly search: FileSearch
  readonly columns: number
  readonly onClear: () => void
}

export function Footer({ files, search, columns, onClear }: FooterProps) {
  const { t } = useTexts()
  const { meta, error } = files
  if (error)
    return (
      <ErrorState message={loadFailureText(error)} onRetry={files.retry} retrying={files.isRetrying} className="py-8" />
    )
  if (!meta)
    return (
      <div role="status">
        <span className="sr-only">{t('ui.loading')}</span>
        <EmptyTiles columns={columns} />
      </div>
    )
  if (meta.total === 0) return <Nothing search={search} onClear={onClear} />
  if (files.isAtEnd) return <p className="py-4 text-center text-muted text-small">{t('media.end')}</p>
  return (
    <p role="status" className="py-4 text-center text-muted text-small">
      {t('ui.loading')}
    </p>
  )
}

function Nothing({ search, onClear }: Pick<FooterProps, 'search' | 'onClear'>) {
  const { t } = useTexts()
  const isTrash = search.status === 'trashed'
  return (
    <div className="rounded-md border border-line bg-surface">
      <EmptyState
        icon={isTrash ? Trash2 : ImageOff}
        title={t('media.nothing')}
        text={
          isNarrowed(search)
            ? t('media.nothingNarrowed')
            : isTrash
              ? t('media.nothingTrashed')
              : t('media.nothingStored')
        }
        action={isNarrowed(search) && <Button onClick={onClear}>{t('media.filter.clear')}</Button>}
      />
    </div>
  )
}
