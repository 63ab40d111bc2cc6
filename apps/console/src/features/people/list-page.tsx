import { listPeople, peopleSorts, personStatuses, seenWithin } from '@hornets/contract/admin/accounts/people'
import { useInfiniteQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Download, ListFilter, LockKeyhole, Search, Users } from 'lucide-react'
import { useState } from 'react'
import { listFailures } from '../../api/calls/failure-text.ts'
import { useIsRole, useMay } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EndlessList } from '../../ui/content/endless-list.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextField } from '../../ui/forms/text-field.tsx'
import { useTyped } from '../../ui/forms/use-typed.ts'
import { useUrlParameters } from '../../ui/page/use-url-parameters.ts'
import { Alert } from '../../ui/states/alert.tsx'
import { EmptyState } from '../../ui/states/empty-state.tsx'
import { RowsSkeleton } from '../../ui/states/rows-skeleton.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { savePeople } from './export-people.ts'
import { peoplePages } from './people-pages.ts'
import { isNarrowed, type PeopleSearch, readPeopleSearch, usualSort } from './people-search.ts'
import { PeopleTable } from './people-table.tsx'

export function PeopleListPage() {
  const { t } = useTexts()
  const may = useMay(listPeople)
  return (
    <div className="grid max-w-600 content-start gap-4">
      <div>
        <h1 className="font-semibold text-title">{t('shell.nav.people')}</h1>
        <p className="max-w-160 text-muted text-small">{t('people.description')}</p>
      </div>
      <div className="min-w-0 rounded-md border border-line bg-surface">
        {may ? (
          <People />
        ) : (
          <EmptyState icon={LockKeyhole} title={t('people.notAllowed')} text={t('people.notAllowedText')} />
        )}
      </div>
    </div>
  )
}

function People() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const search = readPeopleSearch(parameters)
  const query = useInfiniteQuery(peoplePages(search))
  const rows = query.data?.pages.flatMap(page => page.people) ?? []
  const [first] = query.data?.pages ?? []
  const narrowed = isNarrowed(search)
  return (
    <>
      <Filters search={search} onChange={next => change(next, { replace: true })} />
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-2 border-line border-b px-3 py-2">
        <p role="status" className="text-muted text-small tabular-nums">
          {first && t('people.count', { count: first.count, shown: formatNumber(rows.length) })}
        </p>
        <ExportButton search={search} disabled={rows.length === 0} />
      </div>
      {first && !first.is_counted && (
        <div className="p-3">
          <Alert title={t('people.counting')} />
        </div>
      )}
      <EndlessList
        query={query}
        isEmpty={rows.length === 0}
        loading={<RowsSkeleton rows={8} className="h-9" />}
        empty={
          <EmptyState
            icon={narrowed ? Search : Users}
            title={t(narrowed ? 'people.noneFound' : 'people.none')}
            text={t(narrowed ? 'people.noneFoundText' : 'people.noneText')}
          />
        }
        more={t('people.more')}
        failureOf={listFailures}
      >
        <PeopleTable rows={rows} sort={search.sort} onSort={sort => change(inUrl({ sort }), { replace: true })} />
      </EndlessList>
    </>
  )
}

const inUrl = ({ sort }: Pick<PeopleSearch, 'sort'>) => ({ sort: sort === usualSort ? undefined : sort })

interface FiltersProps {
  readonly search: PeopleSearch
  readonly onChange: (next: object) => void
}

function Filters({ search, onChange }: FiltersProps) {
  const { t } = useTexts()
  const seesPaying = useIsRole('operator')
  const [isOpen, setOpen] = useState(false)
  const further = clsx(!isOpen && 'max-sm:hidden')
  const statuses = personStatuses.filter(status => status !== 'paying' || seesPaying)
  const { typed, type, sending } = useTyped({
    inUrl: { q: search.q },
    onSettled: ({ q }) => {
      sending({ q })
      onChange({ q: q || undefined })
    },
  })
  return (
    <div className="grid items-end gap-3 border-line border-b p-3 sm:grid-cols-2 lg:grid-cols-[minmax(0,1fr)_11rem_11rem_11rem_auto]">
      <TextField
        label={t('people.search')}
        placeholder={t('people.searchHint')}
        type="search"
        value={typed.q}
        onValueChange={q => type({ q })}
      />
      <Button icon={ListFilter} aria-expanded={isOpen} className="sm:hidden" onClick={() => setOpen(!isOpen)}>
        {t('people.moreFilters')}
      </Button>
      <Select
        className={further}
        label={t('people.column.status')}
        value={search.status}
        onValueChange={status => onChange({ status: status === 'all' ? undefined : status })}
        choices={(['all', ...statuses] as const).map(value => ({ value, label: t(`people.status.${value}`) }))}
      />
      <Select
        className={further}
        label={t('people.column.last_seen')}
        value={search.seen}
        onValueChange={seen => onChange({ seen: seen === 'ever' ? undefined : seen })}
        choices={(['ever', ...seenWithin] as const).map(value => ({ value, label: t(`people.seen.${value}`) }))}
      />
      <Select
        className={further}
        label={t('people.order')}
        value={search.sort}
        onValueChange={sort => onChange(inUrl({ sort }))}
        choices={peopleSorts.map(value => ({ value, label: t(`people.sort.${value}`) }))}
      />
      <div className={clsx('flex h-9 items-center', further)}>
        <Checkbox
          label={t('people.reported')}
          checked={search.isReported}
          onCheckedChange={on => onChange({ reported: on ? 1 : undefined })}
        />
      </div>
    </div>
  )
}

function ExportButton({ search, disabled }: { readonly search: PeopleSearch; readonly disabled: boolean }) {
  const { t } = useTexts()
  const [busy, setBusy] = useState(false)
  return (
    <Button
      size="small"
      icon={Download}
      disabled={disabled}
      loading={busy}
      onClick={() => {
        setBusy(true)
        void savePeople(search).finally(() => setBusy(false))
      }}
    >
      {t('people.export')}
    </Button>
  )
}
