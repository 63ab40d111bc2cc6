import { countEvents } from '@hornets/contract/admin/events/browse'
import { deleteEvents } from '@hornets/contract/admin/events/changes'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Download, Pause, Play, ScanSearch, Search, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { listFailures } from '../../api/calls/failure-text.ts'
import { useIsRole, useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { textLink } from '../../ui/buttons/text-link.ts'
import { EndlessList } from '../../ui/content/endless-list.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { formatBytes } from '../../ui/text/format.ts'
import { DeleteButton } from './delete-button.tsx'
import { type EventFilter, filterInUrl, isEmptyFilter } from './event-filter.ts'
import { eventPages } from './event-pages.ts'
import { EventRow } from './event-row.tsx'
import { saveEvents, useExport } from './export-events.ts'
import { FilterForm } from './filter-form.tsx'
import { useFoundText } from './found-text.ts'
import { EventJobs } from './jobs.tsx'
import { TransferButtons, Transfers } from './transfers/transfers.tsx'
import { Views } from './views.tsx'

/** What is stored, by any filter. */
export function EventsListPage() {
  const { t } = useTexts()
  const isOwner = useIsRole('owner')
  const [parameters, change] = useUrlParameters()
  const filter = filterInUrl(parameters.filter)
  const isRaw = parameters.as === 'json'
  const find = (next: EventFilter) => change({ filter: isEmptyFilter(next) ? undefined : next })
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.events')}</h1>
        <p className="max-w-160 text-muted text-small">{t('events.description')}</p>
      </div>
      <TransferButtons filter={filter} />
      {isOwner && (
        <Link to="/moving" className={clsx(textLink, 'w-fit text-small')}>
          {t('moving.offerLink')}
        </Link>
      )}
      <div className="min-w-0 rounded-md border border-line bg-surface">
        <FilterForm key={JSON.stringify(filter)} filter={filter} onFind={find} />
        <Views filter={filter} onOpen={find} />
        <Found
          filter={filter}
          isRaw={isRaw}
          onShape={shape => change({ as: shape === 'json' ? shape : undefined }, { replace: true })}
        />
      </div>
    </div>
  )
}

interface FoundProps {
  readonly filter: EventFilter
  readonly isRaw: boolean
  readonly onShape: (shape: 'shown' | 'json') => void
}

function Found({ filter, isRaw, onShape }: FoundProps) {
  const { t } = useTexts()
  const [isLive, setLive] = useState(false)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const mayDelete = useMay(deleteEvents)
  const query = useInfiniteQuery(eventPages(filter, isLive))
  const pages = query.data?.pages ?? []
  const rows = pages.flatMap(({ events }) => events)
  const authors = new Map(pages.flatMap(page => page.authors).map(author => [author.pubkey, author]))
  const client = useQueryClient()
  const chosen = rows.filter(({ id }) => selected.has(id)).map(({ id }) => id)
  const unselect = () => setSelected(new Set())
  const select = (id: string, on: boolean) =>
    setSelected(new Set(on ? [...selected, id] : [...selected].filter(one => one !== id)))
  const live = (isOn: boolean) => {
    setLive(isOn)
    if (isOn) void query.refetch()
  }
  const onEnd = () => {
    void query.refetch()
    void client.invalidateQueries({ queryKey: [countEvents.path] })
  }
  return (
    <>
      <div className="grid gap-2 border-line border-b p-3 empty:hidden">
        <EventJobs onEnd={onEnd} />
        <Transfers onEnd={onEnd} />
      </div>
      <Tools filter={filter} isRaw={isRaw} onShape={onShape}>
        {mayDelete && rows.length > 0 && <DeleteButton filter={filter} chosen={chosen} onDeleted={unselect} />}
        {rows.length > 0 && <ExportButton filter={filter} />}
        <LiveButton isLive={isLive} onLive={live} />
      </Tools>
      {pages.some(({ complete }) => !complete) && <Slow />}
      <EndlessList
        query={query}
        isEmpty={rows.length === 0}
        loading={<RowsSkeleton rows={6} className="h-20" />}
        empty={<NoEvents isNarrowed={!isEmptyFilter(filter)} />}
        more={t('events.more')}
        failureOf={listFailures}
      >
        <ol aria-label={t('shell.nav.events')}>
          {rows.map(event => (
            <EventRow
              key={event.id}
              event={event}
              author={authors.get(event.pubkey)}
              isRaw={isRaw}
              {...(mayDelete && {
                selection: { isSelected: selected.has(event.id), onSelect: on => select(event.id, on) },
              })}
            />
          ))}
        </ol>
      </EndlessList>
    </>
  )
}

function Tools({ filter, isRaw, onShape, children }: FoundProps & { readonly children: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-2">
      <Count filter={filter} />
      <div className="flex flex-wrap items-center gap-2">
        <Segmented
          label={t('events.shape')}
          value={isRaw ? 'json' : 'shown'}
          onValueChange={onShape}
          choices={[
            { value: 'shown', label: t('events.shown') },
            { value: 'json', label: t('events.json') },
          ]}
        />
        {children}
      </div>
    </div>
  )
}

interface LiveButtonProps {
  readonly isLive: boolean
  readonly onLive: (isLive: boolean) => void
}

function LiveButton({ isLive, onLive }: LiveButtonProps) {
  const { t } = useTexts()
  return (
    <Button size="small" icon={isLive ? Pause : Play} aria-pressed={isLive} onClick={() => onLive(!isLive)}>
      {t(isLive ? 'events.pause' : 'events.live')}
    </Button>
  )
}

/** The relay gave up before it had looked at everything. */
function Slow() {
  const { t } = useTexts()
  return (
    <div className="p-3">
      <Alert kind="warning" title={t('events.slow')}>
        {t('events.slowText')}
      </Alert>
    </div>
  )
}

function NoEvents({ isNarrowed }: { readonly isNarrowed: boolean }) {
  const { t } = useTexts()
  return (
    <EmptyState
      icon={isNarrowed ? Search : ScanSearch}
      title={t(isNarrowed ? 'events.noneFound' : 'events.none')}
      text={t(isNarrowed ? 'events.noneFoundText' : 'events.noneText')}
    />
  )
}

/** Exports what the filter finds; while one runs, shows its bytes and cancels it. */
function ExportButton({ filter }: { readonly filter: EventFilter }) {
  const { t } = useTexts()
  const running = useExport()
  if (running)
    return (
      <Button size="small" icon={X} onClick={running.cancel}>
        {t('events.exporting', { bytes: formatBytes(running.bytes) })}
      </Button>
    )
  return (
    <Button size="small" icon={Download} onClick={() => void saveEvents(filter)}>
      {t('events.export')}
    </Button>
  )
}

function Count({ filter }: { readonly filter: EventFilter }) {
  return (
    <p role="status" className="text-muted text-small tabular-nums">
      {useFoundText(filter)}
    </p>
  )
}
