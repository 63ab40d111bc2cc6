import type { PeopleSort, Person as PersonRow } from '@hornets/contract/admin/accounts/people'
import { ArrowDown } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../ui/content/table.tsx'
import { formatBytes, formatDateTime, formatNumber, formatRelative } from '../../ui/text/format.ts'
import { StatusBadges } from './status-badges.tsx'

interface PeopleTableProps {
  readonly rows: readonly PersonRow[]
  readonly sort: PeopleSort
  readonly onSort: (sort: PeopleSort) => void
}

/** From which width a figure has a column of its own; before, all are in one line below the name. */
const from: Readonly<Record<PeopleSort, string>> = {
  events_1h: 'max-lg:hidden',
  events_24h: 'max-md:hidden',
  events_30d: 'max-lg:hidden',
  events: 'max-md:hidden',
  bytes: 'max-lg:hidden',
  reports: 'max-md:hidden',
  last_seen: 'max-md:hidden',
}
const columns = Object.keys(from) as PeopleSort[]

export function PeopleTable({ rows, sort, onSort }: PeopleTableProps) {
  const { t } = useTexts()
  return (
    <Table caption={t('shell.nav.people')}>
      <TableHead>
        <HeadCell>{t('people.column.person')}</HeadCell>
        <HeadCell className="min-w-44 max-xl:hidden">{t('people.column.status')}</HeadCell>
        {columns.map(column => (
          <HeadCell
            key={column}
            numeric
            className={from[column]}
            aria-sort={sort === column ? 'descending' : undefined}
          >
            <button
              type="button"
              title={t('people.sortBy', { column: t(`people.sort.${column}`) })}
              onClick={() => onSort(column)}
              className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-sm px-1 hover:text-text"
            >
              {sort === column && <ArrowDown size={14} className="text-accent-text" />}
              {t(`people.column.${column}`)}
            </button>
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map(row => (
          <Row key={row.pubkey}>
            <Cell className="w-full max-w-0 py-1.5">
              <Person pubkey={row.pubkey} known={row} />
              <Below row={row} />
            </Cell>
            <Cell className="max-xl:hidden">
              <StatusBadges status={row.status} />
            </Cell>
            {columns.map(column => (
              <Cell key={column} numeric className={`whitespace-nowrap ${from[column]}`}>
                <Figure row={row} column={column} />
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** What has no column on narrow screens. */
function Below({ row }: { readonly row: PersonRow }) {
  const { t } = useTexts()
  const { events_24h, events, reports, status } = row
  return (
    <div className="grid gap-1 pl-10 text-caption text-muted xl:hidden">
      <p className="tabular-nums md:hidden">
        {t('people.figures', { today: formatNumber(events_24h), events: formatNumber(events) })}
      </p>
      {reports > 0 && <p className="text-bad md:hidden">{t('people.reports', { count: reports })}</p>}
      {status.length > 0 && <StatusBadges status={status} />}
    </div>
  )
}

function Figure({ row, column }: { readonly row: PersonRow; readonly column: PeopleSort }) {
  const { t } = useTexts()
  if (column === 'bytes') return formatBytes(row.bytes + row.file_bytes)
  if (column !== 'last_seen') return formatNumber(row[column])
  if (row.last_seen === null) return <span className="text-muted">{t('people.never')}</span>
  return (
    <time dateTime={row.last_seen} title={formatDateTime(row.last_seen)} className="text-muted">
      {formatRelative((Date.parse(row.last_seen) - Date.now()) / 1000)}
    </time>
  )
}
