import clsx from 'clsx'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { formatDateTime, formatRelative } from '../../ui/text/format.ts'

interface EntryFrameProps {
  readonly title: ReactNode
  /** Stands at the end of the title's row. */
  readonly figure: ReactNode
  readonly isRead: boolean
  /** RFC 3339. */
  readonly at: string
  readonly onMark: () => void
  readonly children: ReactNode
}

/** An entry of a notification list: unread ones have a dot, and a button that takes it away. */
export function EntryFrame({ title, figure, isRead, at, onMark, children }: EntryFrameProps) {
  const { t } = useTexts()
  return (
    <li
      className={clsx(
        'grid grid-cols-[8px_minmax(0,1fr)_28px] gap-x-2.5 border-line border-b px-4 py-2.5 text-small last:border-b-0',
        !isRead && 'bg-accent-soft/40',
      )}
    >
      <span className={clsx('mt-1.5 size-2 rounded-full', !isRead && 'bg-accent')}>
        {!isRead && <span className="sr-only">{t('notifications.isUnread')}</span>}
      </span>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className={clsx('min-w-0', !isRead && 'font-semibold')}>{title}</span>
          <span className="text-text tabular-nums">{figure}</span>
        </p>
        {children}
        <p className="text-caption text-muted" title={formatDateTime(at)}>
          {formatRelative((Date.parse(at) - Date.now()) / 1000)}
        </p>
      </div>
      {!isRead && <IconButton size="small" icon={Check} label={t('notifications.markOne')} onClick={onMark} />}
    </li>
  )
}
