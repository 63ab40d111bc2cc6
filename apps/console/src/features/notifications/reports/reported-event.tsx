import { getReportedEvent } from '@hornets/contract/admin/notifications/reports'
import { useQuery } from '@tanstack/react-query'
import { neventEncode } from 'nostr-tools/nip19'
import type { ReactNode } from 'react'
import { ApiError } from '../../../api/calls/api-error.ts'
import { failureText } from '../../../api/calls/failure-text.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { isCalledByNumber, kindName } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { useScrollStop } from '../../../ui/page/use-scroll-stop.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { RowsSkeleton } from '../../../ui/states/rows-skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { NotePictures } from './note-picture-list.tsx'

/** links are inactive and images load on request */
export function ReportedEvent({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const stop = useScrollStop<HTMLElement>()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getReportedEvent, { params: { id } }))
  if (error instanceof ApiError && error.status === 404)
    return (
      <EmptyState
        title={t('notifications.reports.dialog.gone')}
        text={t('notifications.reports.dialog.goneText')}
        className="py-4"
      />
    )
  if (error) return <ErrorState message={failureText(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <RowsSkeleton rows={3} className="h-10" />
  const { event } = data
  return (
    <div className="grid gap-4">
      <section
        aria-label={t('notifications.reports.dialog.text')}
        {...stop}
        dir="auto"
        className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-surface p-3"
      >
        {event.content || <span className="text-muted">{t('notifications.reports.dialog.noText')}</span>}
      </section>
      <NotePictures text={event.content} />
      <dl className="grid gap-x-4 text-small sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1">
        <Fact name={t('notifications.reports.author')}>
          <Person pubkey={event.pubkey} size="tiny" copies />
        </Fact>
        <Fact name={t('notifications.reports.dialog.kind')}>
          {kindName(event.kind)} {!isCalledByNumber(event.kind) && <Badge>{event.kind}</Badge>}
        </Fact>
        <Fact name={t('notifications.reports.dialog.time')}>{formatDateTime(new Date(event.created_at * 1000))}</Fact>
        <Fact name={t('notifications.reports.dialog.id')}>
          <Key
            text={event.id}
            copied={neventEncode({ id: event.id, author: event.pubkey, kind: event.kind })}
            label={t('notifications.reports.dialog.copyId')}
          />
        </Fact>
      </dl>
    </div>
  )
}

export function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt className="text-muted max-sm:not-first:mt-2 sm:py-1">{name}</dt>
      <dd className="flex min-h-7 min-w-0 flex-wrap items-center gap-x-1 break-all">{children}</dd>
    </>
  )
}

function Key({ text, copied, label }: { readonly text: string; readonly copied: string; readonly label: string }) {
  return (
    <>
      <code className="font-mono" title={text}>
        {shortenMiddle(text, 12, 8)}
      </code>
      <CopyButton value={copied} label={label} />
    </>
  )
}
