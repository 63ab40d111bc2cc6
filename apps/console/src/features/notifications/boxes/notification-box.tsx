import { Link } from '@tanstack/react-router'
import { CheckCheck, RotateCw, Settings } from 'lucide-react'
import type { ComponentType } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { useScrollStop } from '../../../ui/page/use-scroll-stop.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { NoTroubles } from '../health/setup-lines.tsx'
import type { Box } from './boxes.ts'
import { type Notice, pageSize } from './notification-page.ts'
import { type OpenBox, useBox } from './use-box.ts'

export interface EntryProps<Row> {
  readonly row: Row
  readonly onMark: () => void
  readonly onLeave?: () => void
}

interface NotificationBoxProps<Row extends Notice> {
  readonly box: Box<Row>
  readonly Entry: ComponentType<EntryProps<Row>>
  readonly onLeave: () => void
}

export function NotificationBox<Row extends Notice>({ box, Entry, onLeave }: NotificationBoxProps<Row>) {
  const { t } = useTexts()
  const stop = useScrollStop<HTMLElement>()
  const open = useBox(box, { page: 1, limit: pageSize, filter: 'all' })
  const { query, unread } = open
  return (
    <div>
      <div className="flex h-11 items-center gap-1">
        <span role="status" className="mr-auto text-muted text-small tabular-nums">
          {t('notifications.unread', { count: unread })}
        </span>
        <ListTools open={open} />
      </div>
      <section
        aria-label={t(`shell.nav.${box.name}`)}
        {...stop}
        className="-mx-4 max-h-[300px] overflow-y-auto border-line border-y focus-visible:outline-offset-[-2px]"
      >
        {query.data && query.data.notifications.length > 0 ? (
          <ul>
            {query.data.notifications.map(row => (
              <Entry key={row.id} row={row} onMark={() => open.markOne(row.id)} onLeave={onLeave} />
            ))}
          </ul>
        ) : (
          <NoEntries open={open} />
        )}
      </section>
      <div className="-mb-1 flex items-center gap-1">
        <Link
          to={box.path}
          onClick={onLeave}
          className="flex h-10 flex-1 items-center rounded-sm font-semibold text-accent-text text-small hover:underline"
        >
          {t(`notifications.${box.name}.all`)}
        </Link>
        <Link
          to="/profile/notifications"
          onClick={onLeave}
          aria-label={t('notifications.channels')}
          title={t('notifications.channels')}
          className="grid size-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
        >
          <Settings size={16} />
        </Link>
      </div>
    </div>
  )
}

/** Mark all, which is there only where something is unread (NOTIF-06), and refresh (NOTIF-07). */
export function ListTools<Row extends Notice>({ open: { query, unread, markAll } }: { readonly open: OpenBox<Row> }) {
  const { t } = useTexts()
  return (
    <>
      {unread > 0 && (
        <Button size="small" variant="ghost" icon={CheckCheck} onClick={markAll}>
          {t('notifications.markAll')}
        </Button>
      )}
      <IconButton
        size="small"
        icon={RotateCw}
        label={t('notifications.refresh')}
        aria-busy={query.isFetching || undefined}
        onClick={() => void query.refetch()}
        className={query.isFetching ? '[&_svg]:animate-[turn_1s_linear_infinite]' : undefined}
      />
    </>
  )
}

interface NoEntriesProps<Row extends Notice> {
  readonly open: OpenBox<Row>
  /** What is looked for, where not all is: nothing of that. */
  readonly isFiltered?: boolean
}

/** Shown instead of entries: they are loading, could not be read (NOTIF-20, NOTIF-21), or there are none. */
export function NoEntries<Row extends Notice>({ open: { box, query }, isFiltered = false }: NoEntriesProps<Row>) {
  const { t } = useTexts()
  if (query.isPending) return <RowsSkeleton rows={3} className="h-10" />
  if (query.error && !query.data)
    return (
      <ErrorState
        title={t(`notifications.${box.name}.failed`)}
        message={failureText(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (isFiltered) return <EmptyState title={t('notifications.noneFound')} text={t('notifications.noneFoundText')} />
  if (box.name === 'health') return <NoTroubles />
  return <EmptyState title={t(`notifications.${box.name}.none`)} text={t(`notifications.${box.name}.noneText`)} />
}
