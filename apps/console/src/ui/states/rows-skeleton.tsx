import { useTexts } from '../../i18n/texts.ts'
import { Skeleton } from './skeleton.tsx'

/** Placeholder of a loading list: this many rows, each with the height of `className`. */
export function RowsSkeleton({ rows, className }: { readonly rows: number; readonly className: string }) {
  const { t } = useTexts()
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">{t('ui.loading')}</span>
      {Array.from({ length: rows }, (_, place) => place).map(place => (
        <Skeleton key={place} className={className} />
      ))}
    </div>
  )
}
