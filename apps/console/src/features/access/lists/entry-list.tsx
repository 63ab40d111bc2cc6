import { type AccessEntry, type AccessList, putAccessEntries } from '@hornets/contract/admin/access-lists'
import { ListPlus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formFailureText } from '../../../api/calls/failure-text.ts'
import { useRefusal } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { Alert } from '../../../ui/states/alert.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { AddDialog } from './add-dialog.tsx'
import { EntryTable } from './entry-table.tsx'
import { ExportMenu } from './export-menu.tsx'
import { type EntriesView, useEntries } from './use-entries.ts'

const pageSize = 100

export function EntryList({ list }: { readonly list: AccessList }) {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [sort, setSort] = useState<EntriesView['sort']>('newest')
  const [expired, setExpired] = useState(false)
  const [limit, setLimit] = useState(pageSize)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [adding, setAdding] = useState(false)
  const q = useDebounced(text.trim(), 250)
  const { query, add, remove, readAll } = useEntries(list, { q, sort, expired, limit })
  const refusal = useRefusal(putAccessEntries)
  const { entries = [], count = 0 } = query.data ?? {}
  const selected = entries.filter(({ value }) => chosen.has(value))

  async function removeChosen(rows: readonly AccessEntry[]): Promise<void> {
    setChosen(new Set())
    await remove(rows)
  }

  return (
    <div className="grid max-w-600 grid-cols-[minmax(0,1fr)] content-start gap-4 pt-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 max-w-160 flex-1 basis-72">
          <h1 className="font-semibold text-title">{t(`access.lists.${list}.title`)}</h1>
          <p className="text-muted text-small">{t(`access.lists.${list}.text`)}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportMenu list={list} disabled={count === 0} read={readAll} />
          <Button variant="primary" icon={ListPlus} disabled={refusal !== undefined} onClick={() => setAdding(true)}>
            {t(`access.lists.${list}.add`)}
          </Button>
        </div>
      </div>
      {refusal && <Alert title={refusal} />}
      <div className="rounded-md border border-line bg-surface">
        <div className="flex min-h-15 flex-wrap items-center gap-x-4 gap-y-2 border-line border-b px-3 py-3">
          <TextField
            label={t('access.lists.search')}
            labelHidden
            placeholder={t('access.lists.search')}
            type="search"
            value={text}
            onValueChange={setText}
            className="w-full sm:max-w-80"
          />
          <Select
            label={t('access.lists.order')}
            labelHidden
            value={sort}
            onValueChange={setSort}
            choices={(['newest', 'value', 'expiry'] as const).map(value => ({
              value,
              label: t(`access.lists.orders.${value}`),
            }))}
          />
          <Checkbox label={t('access.lists.expired')} checked={expired} onCheckedChange={setExpired} />
          <p role="status" className="text-muted text-small tabular-nums">
            {query.data && t('access.lists.count', { count })}
          </p>
          {selected.length > 0 && (
            <Button size="small" icon={Trash2} className="ml-auto" onClick={() => void removeChosen(selected)}>
              {t('access.lists.removeMany', { count: selected.length })}
            </Button>
          )}
        </div>
        {entries.length > 0 ? (
          <EntryTable
            list={list}
            entries={entries}
            chosen={chosen}
            onChoose={setChosen}
            isFixed={refusal !== undefined}
            onRemove={entry => void removeChosen([entry])}
          />
        ) : (
          <NoEntries list={list} query={query} isNarrowed={q !== '' || expired} />
        )}
        {entries.length < count && entries.length > 0 && (
          <div className="border-line border-t p-3 text-center">
            <Button loading={query.isFetching} disabled={limit >= 1000} onClick={() => setLimit(limit + pageSize)}>
              {t('access.lists.more')}
            </Button>
          </div>
        )}
      </div>
      {adding && <AddDialog list={list} onClose={() => setAdding(false)} onAdd={add} />}
    </div>
  )
}

interface NoEntriesProps {
  readonly list: AccessList
  readonly query: ReturnType<typeof useEntries>['query']
  readonly isNarrowed: boolean
}

/** Replaces the rows: loading, failed, no match, or empty. */
function NoEntries({ list, query, isNarrowed }: NoEntriesProps) {
  const { t } = useTexts()
  if (query.isPending) return <RowsSkeleton rows={6} className="h-9" />
  if (query.error && !query.data)
    return (
      <ErrorState
        message={formFailureText(query.error)}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  if (isNarrowed) return <EmptyState icon={ListPlus} title={t('access.lists.none')} text={t('access.lists.noneText')} />
  return (
    <EmptyState icon={ListPlus} title={t(`access.lists.${list}.empty`)} text={t(`access.lists.${list}.emptyText`)} />
  )
}
