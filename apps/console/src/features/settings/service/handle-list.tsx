import {
  checkHandle,
  listVerifiedHandles,
  type VerifiedHandle,
} from '@hornets/contract/admin/accounts/verified-handles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { staleOn } from '../../../api/queries/cached.ts'
import { useMay } from '../../../api/session/use-may.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { Select } from '../../../ui/forms/select.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { formatDateTime, formatNumber } from '../../../ui/text/format.ts'

/** Checks happen by themselves. */
const askEveryMs = 10_000
const states = ['verified', 'waiting', 'failed', 'given_up'] as const

export function HandleList() {
  const { t } = useTexts()
  const [state, setState] = useState<(typeof states)[number]>('verified')
  const { data } = useQuery({ ...apiQuery(listVerifiedHandles, { query: { state } }), refetchInterval: askEveryMs })
  if (!data) return null
  return (
    <section className="mt-6 grid gap-3">
      <h3 className="font-semibold">{t('settings.handles.title')}</h3>
      <Select
        label={t('settings.handles.state')}
        value={state}
        onValueChange={setState}
        choices={states.map(value => ({ value, label: t(`settings.handles.states.${value}`) }))}
      />
      {data.count === 0 && <p className="text-muted text-small">{t('settings.handles.none')}</p>}
      {data.count > 0 && (
        <Table caption={t('settings.handles.title')}>
          <TableHead>
            <HeadCell>{t('settings.handles.handle')}</HeadCell>
            <HeadCell>{t('settings.handles.key')}</HeadCell>
            <HeadCell>{t('settings.handles.source')}</HeadCell>
            <HeadCell>{t('settings.handles.followers')}</HeadCell>
            <HeadCell>{t('settings.handles.checked')}</HeadCell>
            <HeadCell>{t('settings.handles.check')}</HeadCell>
          </TableHead>
          <TableBody>
            {data.handles.map(one => (
              <HandleRow key={one.pubkey} handle={one} />
            ))}
          </TableBody>
        </Table>
      )}
      {data.count > data.handles.length && (
        <p className="text-muted text-small">
          {t('settings.handles.shown', { count: data.handles.length, all: formatNumber(data.count) })}
        </p>
      )}
    </section>
  )
}

function HandleRow({ handle: { pubkey, handle, source, followers, checked_at } }: { readonly handle: VerifiedHandle }) {
  const { t } = useTexts()
  const queryClient = useQueryClient()
  const may = useMay(checkHandle)
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(checkHandle, { body: { pubkey } }),
    onSuccess: ({ state }) => toast.success(t(`settings.handles.states.${state}`)),
    onError: error => toast.error(failureText(error)),
    onSettled: () => queryClient.invalidateQueries(staleOn('settings')),
  })
  return (
    <Row>
      <Cell>
        <bdi>@{handle}</bdi>
      </Cell>
      <Cell className="whitespace-nowrap">
        <Person pubkey={pubkey} size="tiny" copies />
      </Cell>
      <Cell>{source === '' ? '–' : t(`settings.handles.sources.${source}`)}</Cell>
      <Cell>{followers === null ? '–' : formatNumber(followers)}</Cell>
      <Cell>{checked_at === null ? '–' : formatDateTime(checked_at)}</Cell>
      <Cell>
        {may && (
          <Button size="small" loading={isPending} onClick={() => mutate()}>
            {t('settings.handles.now')}
          </Button>
        )}
      </Cell>
    </Row>
  )
}
