import { type ClientSort, clientSorts, listClients } from '@hornets/contract/admin/operation/clients'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatNumber } from '../../../ui/text/format.ts'
import { ClientRow } from './client-row.tsx'

const pollMs = 5000
const pageSize = 50

/** Who is connected now, the busiest first; each can be disconnected or blocked. */
export function ClientsPage() {
  const { t } = useTexts()
  const [text, setText] = useState('')
  const [sort, setSort] = useState<ClientSort>('busy')
  const [offset, setOffset] = useState(0)
  const q = useDebounced(text.trim(), 250)
  const asked = { query: { ...(q !== '' && { q }), sort, limit: pageSize, offset } }
  const list = useQuery({
    ...apiQuery(listClients, asked),
    staleTime: 0,
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  })
  const count = list.data?.count
  return (
    <div className="grid max-w-300 content-start gap-4">
      <div className="max-w-160">
        <h1 className="font-semibold text-title">{t('shell.nav.clients')}</h1>
        <p className="text-muted text-small">{t('operation.clients.description')}</p>
      </div>
      <div className="rounded-md border border-line bg-surface">
        <div className="flex flex-wrap items-end gap-3 border-line border-b p-4">
          <div className="min-w-0 flex-1 basis-60">
            <TextField
              label={t('operation.clients.search')}
              value={text}
              onValueChange={next => {
                setText(next)
                setOffset(0)
              }}
            />
          </div>
          <div className="min-w-0 basis-52">
            <Select<ClientSort>
              label={t('operation.clients.sort')}
              value={sort}
              onValueChange={next => {
                setSort(next)
                setOffset(0)
              }}
              choices={clientSorts.map(value => ({ value, label: t(`operation.clients.sorts.${value}`) }))}
            />
          </div>
          <p aria-live="polite" className="h-9 content-center text-muted text-small tabular-nums">
            {count !== undefined && t('operation.clients.count', { count })}
          </p>
        </div>
        {list.error && !list.data ? (
          <ErrorState
            title={t('operation.clients.failed')}
            message={failureText(list.error)}
            onRetry={() => void list.refetch()}
            retrying={list.isFetching}
          />
        ) : !list.data ? (
          <RowsSkeleton rows={6} className="h-12" />
        ) : list.data.clients.length === 0 ? (
          <EmptyState
            icon={Unplug}
            title={t(q === '' ? 'operation.clients.none' : 'operation.clients.noneFound')}
            text={t(q === '' ? 'operation.clients.noneText' : 'operation.clients.noneFoundText')}
          />
        ) : (
          <ul aria-label={t('shell.nav.clients')}>
            {list.data.clients.map(client => (
              <ClientRow key={client.id} client={client} />
            ))}
          </ul>
        )}
        {count !== undefined && count > pageSize && (
          <div className="flex flex-wrap items-center justify-between gap-3 border-line border-t px-4 py-2 text-small">
            <span className="text-muted tabular-nums">
              {t('operation.clients.shown', {
                from: formatNumber(offset + 1),
                to: formatNumber(Math.min(offset + pageSize, count)),
                all: formatNumber(count),
              })}
            </span>
            <span className="flex gap-2">
              <Button size="small" disabled={offset === 0} onClick={() => setOffset(Math.max(0, offset - pageSize))}>
                {t('operation.clients.back')}
              </Button>
              <Button size="small" disabled={offset + pageSize >= count} onClick={() => setOffset(offset + pageSize)}>
                {t('operation.clients.next')}
              </Button>
            </span>
          </div>
        )}
      </div>
    </div>
  )
}
