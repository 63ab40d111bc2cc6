import {
  type ClientSort,
  type ConnectedClient,
  clientSorts,
  listClients,
} from '@hornets/contract/admin/operation/clients'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Unplug } from 'lucide-react'
import { useState } from 'react'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Pager } from '../../../ui/content/pager.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { TextField } from '../../../ui/forms/text-field.tsx'
import { useDebounced } from '../../../ui/page/use-debounced.ts'
import { useUrlParameters } from '../../../ui/page/use-url-parameters.ts'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { ClientRow } from './client-row.tsx'

const pollMs = 5000
const pageSize = 50

/** Who is connected now, the busiest first; each can be disconnected or blocked. */
export function ClientsPage() {
  const { t } = useTexts()
  const [parameters, change] = useUrlParameters()
  const text = parameters.q === undefined ? '' : String(parameters.q).slice(0, 200)
  const sort = clientSorts.find(one => one === parameters.sort) ?? 'busy'
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
        <Narrowing
          text={text}
          sort={sort}
          onChange={next => {
            change(next, { replace: true })
            setOffset(0)
          }}
          count={count}
        />
        <Loaded
          query={list}
          waiting={<RowsSkeleton rows={6} className="h-12" />}
          failed={t('operation.clients.failed')}
          failureOf={failureText}
        >
          {({ clients }) => <Clients clients={clients} isNarrowed={q !== ''} />}
        </Loaded>
        {count !== undefined && count > pageSize && (
          <div className="border-line border-t px-4 py-2">
            <Pager offset={offset} pageSize={pageSize} total={count} onOffset={setOffset} />
          </div>
        )}
      </div>
    </div>
  )
}

interface NarrowingProps {
  readonly text: string
  readonly sort: ClientSort
  readonly onChange: (next: { readonly q?: string | undefined; readonly sort?: ClientSort }) => void
  readonly count: number | undefined
}

/** What is looked for, in which order, and how many were found. */
function Narrowing({ text, sort, onChange, count }: NarrowingProps) {
  const { t } = useTexts()
  return (
    <div className="flex flex-wrap items-end gap-3 border-line border-b p-4">
      <div className="min-w-0 flex-1 basis-60">
        <TextField
          label={t('operation.clients.search')}
          value={text}
          onValueChange={q => onChange({ q: q || undefined })}
        />
      </div>
      <div className="min-w-0 basis-52">
        <Select<ClientSort>
          label={t('operation.clients.sort')}
          value={sort}
          onValueChange={next => onChange({ sort: next })}
          choices={clientSorts.map(value => ({ value, label: t(`operation.clients.sorts.${value}`) }))}
        />
      </div>
      <p aria-live="polite" className="h-9 content-center text-muted text-small tabular-nums">
        {count !== undefined && t('operation.clients.count', { count })}
      </p>
    </div>
  )
}

interface ClientsProps {
  readonly clients: readonly ConnectedClient[]
  readonly isNarrowed: boolean
}

function Clients({ clients, isNarrowed }: ClientsProps) {
  const { t } = useTexts()
  if (clients.length === 0)
    return (
      <EmptyState
        icon={Unplug}
        title={t(isNarrowed ? 'operation.clients.noneFound' : 'operation.clients.none')}
        text={t(isNarrowed ? 'operation.clients.noneFoundText' : 'operation.clients.noneText')}
      />
    )
  return (
    <ul aria-label={t('shell.nav.clients')}>
      {clients.map(client => (
        <ClientRow key={client.id} client={client} />
      ))}
    </ul>
  )
}
