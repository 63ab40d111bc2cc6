import type { BlockedPubkey } from '@hornets/contract/admin/access'
import { type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { LockOpen, Trash2 } from 'lucide-react'
import { type Dispatch, type SetStateAction, useRef } from 'react'
import { npubOf } from '../../api/signers/pubkey.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { HeadCell } from '../../ui/content/table.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { useScreenClass } from '../../ui/page/use-media.ts'
import { useScrollStop } from '../../ui/page/use-scroll-stop.ts'
import { formatDateTime, formatLongDay, formatRelative } from '../../ui/text/format.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import type { SortOrder } from './access-search.ts'
import { SortHead } from './sort-head.tsx'

const features = tableFeatures({ rowSelectionFeature })
const columns = [{ accessorKey: 'pubkey' as const }]
const rowHeightPx = 56
/** On phones the reason is under the key, two lines at most, then when and by whom. */
const phoneRowHeightPx = 92

interface BlockedTableProps {
  readonly rows: BlockedPubkey[]
  readonly sort: SortOrder
  readonly onSort: (sort: SortOrder) => void
  readonly rowSelection: RowSelectionState
  readonly onRowSelectionChange: Dispatch<SetStateAction<RowSelectionState>>
  /** Why this user cannot unblock. */
  readonly refusal: string | undefined
  readonly onUnblock: (row: BlockedPubkey) => void
  readonly onDeleteEvents: (row: BlockedPubkey) => void
}

/** The block list. Only visible rows are rendered, so that ten thousand scroll as smoothly as ten. */
export function BlockedTable(props: BlockedTableProps) {
  const { rows, sort, onSort, rowSelection, onRowSelectionChange, refusal, onUnblock, onDeleteEvents } = props
  const { t } = useTexts()
  const scroller = useRef<HTMLElement>(null)
  const heightPx = useScreenClass() === 'mobile' ? phoneRowHeightPx : rowHeightPx
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row: BlockedPubkey) => row.pubkey,
    state: { rowSelection },
    onRowSelectionChange,
  })

  const model = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    getItemKey: index => model[index]?.id ?? index,
    overscan: 8,
  })
  const items = virtualizer.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)

  const stop = useScrollStop<HTMLElement>(scroller)
  return (
    <section
      aria-label={t('shell.nav.access')}
      {...stop}
      className="relative max-h-[max(320px,calc(100dvh-300px))] scroll-pt-11 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      <table aria-rowcount={model.length + 1} className="w-full table-fixed border-collapse text-left text-small">
        <caption className="sr-only">{t('shell.nav.access')}</caption>
        <thead className="sticky top-0 z-10 bg-surface shadow-[0_1px_0_var(--line)]">
          <tr aria-rowindex={1}>
            <HeadCell className="w-11">
              <Checkbox
                label={t('access.columns.select')}
                labelHidden
                disabled={refusal !== undefined}
                checked={table.getIsAllRowsSelected()}
                indeterminate={table.getIsSomeRowsSelected() && !table.getIsAllRowsSelected()}
                onCheckedChange={on => table.toggleAllRowsSelected(on)}
              />
            </HeadCell>
            <SortHead
              {...{ sort, onSort }}
              column="pubkey"
              label={t('access.columns.pubkey')}
              className="max-md:pl-1 lg:w-68"
            />
            <SortHead
              {...{ sort, onSort }}
              column="reason"
              label={t('access.columns.reason')}
              className="max-lg:hidden"
            />
            <SortHead
              {...{ sort, onSort }}
              column="blocked_at"
              label={t('access.columns.when')}
              className="w-40 max-md:hidden lg:w-56"
            />
            <HeadCell className="w-17 md:w-48">
              <span className="sr-only">{t('access.unblock')}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <Spacer heightPx={above} />}
          {items.map(({ index }) => {
            const row = model[index]
            if (!row) return null
            return (
              <BlockedRow
                key={row.id}
                index={index}
                row={row.original}
                isSelected={row.getIsSelected()}
                onSelect={on => row.toggleSelected(on)}
                refusal={refusal}
                onUnblock={() => onUnblock(row.original)}
                onDeleteEvents={() => onDeleteEvents(row.original)}
              />
            )
          })}
          {below > 0 && <Spacer heightPx={below} />}
        </tbody>
      </table>
    </section>
  )
}

/** Replaces rows that are not rendered. */
function Spacer({ heightPx }: { readonly heightPx: number }) {
  return (
    <tr aria-hidden>
      <td style={{ height: heightPx, padding: 0 }} />
    </tr>
  )
}

interface BlockedRowProps {
  readonly index: number
  readonly row: BlockedPubkey
  readonly isSelected: boolean
  readonly onSelect: (on: boolean) => void
  readonly refusal: string | undefined
  readonly onUnblock: () => void
  readonly onDeleteEvents: () => void
}

/** Rendered often while scrolling: native tooltips cost nothing until shown. */
function BlockedRow({ index, row, isSelected, onSelect, refusal, onUnblock, onDeleteEvents }: BlockedRowProps) {
  const { t } = useTexts()
  const key = shortenMiddle(npubOf(row.pubkey))
  const reason = row.reason || t('access.noReason')
  const when = formatRelative((Date.parse(row.blocked_at) - Date.now()) / 1000)
  const blocker = row.blocked_by && <Person pubkey={row.blocked_by} named={row.blocked_by_name} size="tiny" />
  const until = row.expires_at && t('access.until', { time: formatLongDay(row.expires_at) })
  return (
    <tr
      aria-rowindex={index + 2}
      className={`h-14 border-line border-b last:border-b-0 max-md:h-23 ${isSelected ? 'bg-accent-soft' : 'hover:bg-sunken'}`}
    >
      <td className="px-3">
        <Checkbox
          label={t('access.columns.selectOne', { key })}
          labelHidden
          disabled={refusal !== undefined}
          checked={isSelected}
          onCheckedChange={onSelect}
        />
      </td>
      <td className="truncate px-3 max-md:pr-0 max-md:pl-1">
        <Person pubkey={row.pubkey} size="tiny" copies />
        <p title={reason} className="line-clamp-2 whitespace-normal text-caption text-muted md:line-clamp-1 lg:hidden">
          {reason}
        </p>
        <p className="flex min-w-0 items-center gap-x-2 text-caption text-muted md:hidden">
          <span className="truncate">{[when, until].filter(Boolean).join(' · ')}</span>
          {blocker}
        </p>
      </td>
      <td className={`truncate px-3 max-lg:hidden ${row.reason ? '' : 'text-muted'}`} title={row.reason}>
        {reason}
      </td>
      <td className="truncate px-3 text-muted max-md:hidden">
        <span className="block truncate">
          <time dateTime={row.blocked_at} title={formatDateTime(row.blocked_at)}>
            {when}
          </time>
          {until && (
            <span title={row.expires_at ? formatDateTime(row.expires_at) : undefined} className="text-caption">
              {` · ${until}`}
            </span>
          )}
        </span>
        {blocker}
      </td>
      <td className="px-3">
        <span className="flex items-center justify-end gap-1 max-md:flex-col max-md:items-end">
          <Button
            size="small"
            icon={LockOpen}
            aria-label={t('access.unblockOne', { key })}
            title={refusal ?? t('access.unblock')}
            disabled={refusal !== undefined}
            onClick={event => {
              focusNeighbour(event.currentTarget)
              onUnblock()
            }}
          >
            <span className="max-md:hidden">{t('access.unblock')}</span>
          </Button>
          <Button
            size="small"
            variant="ghost"
            icon={Trash2}
            aria-label={t('access.deleteEventsOf', { key })}
            title={refusal ?? t('access.deleteEvents')}
            disabled={refusal !== undefined}
            onClick={onDeleteEvents}
          />
        </span>
      </td>
    </tr>
  )
}

/**
 * The row and the pressed button disappear: the focus moves to the next row's button, the previous one's, or the page.
 */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('tr')
  const beside = [row?.nextElementSibling, row?.previousElementSibling]
    .map(neighbour => neighbour?.querySelector<HTMLElement>('td:last-child button'))
    .find(found => found)
  const place = beside ?? document.getElementById('content')
  place?.focus({ preventScroll: true })
}
