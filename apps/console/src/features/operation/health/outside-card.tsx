import { getHealthReport } from '@hornets/contract/admin/notifications/health-report'
import { getOutsideView, type OutsideView, setOutsideView } from '@hornets/contract/admin/operation/outside-view'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../api/calls/api.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { keyOf } from '../../../api/queries/cached.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Card } from '../../../ui/content/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '../../../ui/content/table.tsx'
import { TextArea } from '../../../ui/forms/text-area.tsx'
import { toast } from '../../../ui/overlays/toast.ts'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { formatMs } from './health-value.ts'

const pollMs = 60_000

/** What monitors report about this relay, and the relays where that is read. */
export function OutsideCard() {
  const { t } = useTexts()
  const query = useQuery({ ...apiQuery(getOutsideView), refetchInterval: pollMs })
  return (
    <Card title={t('operation.outside.title')} description={t('operation.outside.text')}>
      <div className="mt-3 grid gap-4">
        <Loaded
          query={query}
          waiting={<RowsSkeleton rows={2} className="h-11" />}
          failed={t('operation.outside.failed')}
          failureOf={failureText}
        >
          {view => <View view={view} />}
        </Loaded>
      </div>
    </Card>
  )
}

function View({ view }: { readonly view: OutsideView }) {
  const { t } = useTexts()
  const { address, relays, reports } = view
  if (address === null) return <p className="text-small">{t('operation.outside.noAddress')}</p>
  const isAsked = relays.some(({ asked_at }) => asked_at !== null)
  return (
    <>
      {reports.length > 0 && <Reports view={view} />}
      {reports.length === 0 && isAsked && <p className="text-small">{t('operation.outside.none')}</p>}
      <Relays key={relays.map(({ url }) => url).join(' ')} view={view} />
    </>
  )
}

/** Narrow screens have one column: the times stand below the monitor. */
function Reports({ view: { reports } }: { readonly view: OutsideView }) {
  const { t } = useTexts()
  return (
    <Table caption={t('operation.outside.caption')}>
      <TableHead>
        <HeadCell>{t('operation.outside.monitor')}</HeadCell>
        <HeadCell className="max-md:hidden">{t('operation.outside.at')}</HeadCell>
        {spans.map(span => (
          <HeadCell key={span} numeric className="max-md:hidden">
            {t(`operation.outside.${span}`)}
          </HeadCell>
        ))}
        <HeadCell className="max-md:hidden">{t('operation.outside.relay')}</HeadCell>
      </TableHead>
      <TableBody>
        {reports.map(report => (
          <ReportRow key={report.monitor} report={report} />
        ))}
      </TableBody>
    </Table>
  )
}

const spans = ['open', 'read', 'write'] as const

function ReportRow({ report }: { readonly report: OutsideView['reports'][number] }) {
  const { t } = useTexts()
  const { monitor, relay, at } = report
  const took = (span: (typeof spans)[number]) => {
    const milliseconds = report[`${span}_ms`]
    return milliseconds === null ? '–' : formatMs(milliseconds)
  }
  return (
    <Row>
      <Cell className="max-md:py-2">
        <Person pubkey={monitor} />
        <span className="mt-1 grid text-muted md:hidden">
          <span>{formatDateTime(at)}</span>
          <span className="tabular-nums">
            {spans.map(span => `${t(`operation.outside.${span}`)} ${took(span)}`).join(' · ')}
          </span>
          <span className="break-all font-mono">{relay}</span>
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-md:hidden">{formatDateTime(at)}</Cell>
      {spans.map(span => (
        <Cell key={span} numeric className="whitespace-nowrap max-md:hidden">
          {took(span)}
        </Cell>
      ))}
      <Cell className="break-all font-mono max-md:hidden">{relay}</Cell>
    </Row>
  )
}

function Relays({ view: { relays } }: { readonly view: OutsideView }) {
  const { t } = useTexts()
  const queries = useQueryClient()
  const [text, setText] = useState(relays.map(({ url }) => url).join('\n'))
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call(setOutsideView, { body: { relays: text.split(/\s+/).filter(Boolean) } }),
    onSuccess: () => toast.success(t('operation.outside.saved')),
    onError: error => toast.error(failureText(error)),
    onSettled: () =>
      Promise.all([getOutsideView, getHealthReport].map(call => queries.invalidateQueries({ queryKey: keyOf(call) }))),
  })
  return (
    <form
      className="grid justify-items-start gap-3"
      onSubmit={event => {
        event.preventDefault()
        mutate()
      }}
    >
      <div className="max-w-160">
        <TextArea
          label={t('operation.outside.relays')}
          description={t('operation.outside.relaysHelp')}
          value={text}
          onValueChange={setText}
        />
      </div>
      {relays.length > 0 && (
        <ul className="text-muted text-small">
          {relays.map(({ url, asked_at, error }) => (
            <li key={url} className="wrap-anywhere">
              <span className="font-mono">{url}</span>{' '}
              <span>
                {asked_at === null
                  ? t('operation.outside.waiting')
                  : t('operation.outside.asked', { time: formatDateTime(asked_at) })}
              </span>{' '}
              {error !== null && <span className="text-text">{translateMessage(error)}</span>}
            </li>
          ))}
        </ul>
      )}
      <Button type="submit" loading={isPending}>
        {t('operation.outside.save')}
      </Button>
    </form>
  )
}
