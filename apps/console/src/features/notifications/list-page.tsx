import clsx from 'clsx'
import type { ComponentType, ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import type { Box } from './boxes/boxes.ts'
import { type EntryProps, ListTools, NoEntries } from './boxes/notification-box.tsx'
import { type Notice, pageSize } from './boxes/notification-page.ts'
import { useBox } from './boxes/use-box.ts'
import { Pager } from './pager.tsx'

interface ListPageProps<Row extends Notice> {
  readonly box: Box<Row>
  readonly Entry: ComponentType<EntryProps<Row>>
  /** Hex: only what concerns this key. */
  readonly pubkey?: string
  readonly lead?: ReactNode
  readonly filter?: ReactNode
}

/** What of the list is asked for, from the URL: `?page=2&filter=unread`; what makes no sense is as if it were not there. */
function readPlace({ page, filter }: Readonly<Record<string, unknown>>) {
  const isNumber = /^[1-9]\d{0,5}$/.test(String(page))
  return { page: isNumber ? Number(page) : 1, filter: filter === 'unread' ? 'unread' : 'all' } as const
}

export function ListPage<Row extends Notice>({ box, Entry, pubkey, lead, filter: further }: ListPageProps<Row>) {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const { page, filter } = readPlace(parameters)
  const open = useBox(box, { page, limit: pageSize, filter, ...(pubkey && { pubkey }) })
  const { data, isPlaceholderData } = open.query
  const rows = data?.notifications ?? []
  const goTo = (next: number) => change({ page: next > 1 ? next : undefined })
  return (
    <div className="grid max-w-240 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t(`shell.nav.${box.name}`)}</h1>
        <p className="max-w-160 text-muted text-small">{t(`notifications.${box.name}.description`)}</p>
      </div>
      {lead}
      <div className="rounded-md border border-line bg-surface">
        <div className="flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-3">
          <Segmented
            label={t('notifications.filter.label')}
            value={filter}
            onValueChange={next => change({ filter: next === 'all' ? undefined : next, page: undefined })}
            choices={[
              { value: 'all', label: t('notifications.filter.all') },
              { value: 'unread', label: t('notifications.filter.unread') },
            ]}
          />
          {further}
          <div className="flex flex-1 basis-64 items-center gap-1">
            <span role="status" className="mr-auto text-muted text-small tabular-nums">
              {t('notifications.unread', { count: open.unread })}
            </span>
            <ListTools open={open} />
          </div>
        </div>
        {rows.length > 0 ? (
          <ul aria-busy={isPlaceholderData} className={clsx(isPlaceholderData && 'opacity-60')}>
            {rows.map(row => (
              <Entry key={row.id} row={row} onMark={() => open.markOne(row.id)} />
            ))}
          </ul>
        ) : (
          <NoEntries open={open} isFiltered={filter !== 'all' || pubkey !== undefined || page > 1} />
        )}
        {rows.length === 0 && page > 1 && (
          <div className="grid place-items-center pb-8">
            <Button onClick={() => goTo(1)}>{t('notifications.firstPage')}</Button>
          </div>
        )}
        {data && rows.length > 0 && <Pager pagination={data.pagination} onPage={goTo} />}
      </div>
    </div>
  )
}
