import type { Pagination } from '@hornets/contract/admin/notifications/notification-page'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'

interface PagerProps {
  readonly pagination: Pagination
  readonly onPage: (page: number) => void
}

/** Which page of how many this is, and the way to those beside it (NOTIF-19). */
export function Pager({ pagination, onPage }: PagerProps) {
  const { t } = useTexts()
  const { currentPage, totalPages, totalItems, hasNext, hasPrevious } = pagination
  return (
    <nav
      aria-label={t('notifications.pages.label')}
      className="flex flex-wrap items-center justify-between gap-2 border-line border-t px-4 py-3 text-muted text-small tabular-nums"
    >
      <span>
        {t('notifications.pages.place', { page: currentPage, pages: totalPages })} ·{' '}
        {t('notifications.pages.total', { count: totalItems })}
      </span>
      {(hasNext || hasPrevious) && (
        <span className="flex gap-2">
          <Button size="small" icon={ChevronLeft} disabled={!hasPrevious} onClick={() => onPage(currentPage - 1)}>
            {t('notifications.pages.previous')}
          </Button>
          <Button size="small" icon={ChevronRight} disabled={!hasNext} onClick={() => onPage(currentPage + 1)}>
            {t('notifications.pages.next')}
          </Button>
        </span>
      )}
    </nav>
  )
}
