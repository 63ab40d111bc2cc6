import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { HeadCell } from '../../ui/content/table.tsx'
import { nextOrder, type SortColumn, type SortOrder } from './access-search.ts'

interface SortHeadProps {
  readonly column: SortColumn
  readonly label: string
  readonly sort: SortOrder
  readonly onSort: (sort: SortOrder) => void
  readonly className?: string
}

export function SortHead({ column, label, sort, onSort, className }: SortHeadProps) {
  const { t } = useTexts()
  const isSorted = sort.column === column
  const Arrow = sort.descending ? ArrowDown : ArrowUp
  return (
    <HeadCell className={className} aria-sort={isSorted ? (sort.descending ? 'descending' : 'ascending') : undefined}>
      <button
        type="button"
        title={t('access.sortBy', { column: label })}
        onClick={() => onSort(nextOrder(sort, column))}
        className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:text-text"
      >
        {label}
        <Arrow size={14} className={isSorted ? 'text-accent-text' : 'opacity-0'} />
      </button>
    </HeadCell>
  )
}
