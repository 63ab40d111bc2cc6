import { getEvent } from '@hornets/contract/admin/search'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { neventEncode } from 'nostr-tools/nip19'
import { messageOf } from '../../../api/calls/api-error.ts'
import { apiQuery } from '../../../api/queries/api-query.ts'
import { isCalledByNumber, kindName } from '../../../i18n/contract-texts.ts'
import { translateMessage, useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { useScrollStop } from '../../../ui/page/use-scroll-stop.ts'
import { Badge } from '../../../ui/states/badge.tsx'
import { ErrorState } from '../../../ui/states/error-state.tsx'
import { Skeleton } from '../../../ui/states/skeleton.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { shortenMiddle } from '../../../ui/text/shorten.ts'
import { Fact, FactList } from './facts.tsx'

interface EventDialogProps {
  readonly id: string
  readonly open: boolean
  readonly onClose: () => void
}

/** One event as text: nothing in it is loaded, rendered or linked. */
export function EventDialog({ id, open, onClose }: EventDialogProps) {
  const { t } = useTexts()
  return (
    <Dialog open={open} onOpenChange={next => !next && onClose()} title={t('search.event.title')}>
      <EventFacts id={id} />
    </Dialog>
  )
}

function EventFacts({ id }: { readonly id: string }) {
  const { t } = useTexts()
  const stop = useScrollStop<HTMLElement>()
  const { data, error, refetch, isFetching } = useQuery(apiQuery(getEvent, { params: { id } }))
  if (error) {
    const message = translateMessage(messageOf(error))
    return <ErrorState message={message} onRetry={() => void refetch()} retrying={isFetching} />
  }
  if (!data) {
    return (
      <div role="status" className="grid gap-3">
        <span className="sr-only">{t('ui.loading')}</span>
        <Skeleton className="h-24" />
        <Skeleton className="h-5 w-60 max-w-full" />
        <Skeleton className="h-5 w-44 max-w-full" />
      </div>
    )
  }
  const { event, author } = data
  return (
    <div className="grid gap-4">
      <section
        aria-label={t('search.event.text')}
        {...stop}
        dir="auto"
        className="max-h-80 overflow-y-auto whitespace-pre-wrap break-words rounded-md border border-line bg-surface p-3"
      >
        {event.content || <span className="text-muted">{t('search.noText')}</span>}
      </section>
      <FactList>
        <Fact name={t('search.event.author')}>
          <Person pubkey={event.pubkey} named={author} copies />
        </Fact>
        <Fact name={t('search.event.kind')}>
          {kindName(event.kind)} {!isCalledByNumber(event.kind) && <Badge>{event.kind}</Badge>}
        </Fact>
        <Fact name={t('search.event.time')}>{formatDateTime(new Date(event.created_at * 1000))}</Fact>
        <Fact name={t('search.event.id')}>
          <span className="font-mono text-small" title={event.id}>
            {shortenMiddle(event.id, 12, 8)}
          </span>
          <CopyButton
            value={neventEncode({ id: event.id, author: event.pubkey, kind: event.kind })}
            label={t('search.event.copyId')}
          />
        </Fact>
      </FactList>
      <Json json={JSON.stringify(event, null, 2)} />
    </div>
  )
}

function Json({ json }: { readonly json: string }) {
  const { t } = useTexts()
  return (
    <details className="group rounded-md border border-line">
      <summary className="flex h-10 items-center justify-between px-3 font-semibold text-small">
        {t('search.event.json')}
        <ChevronDown size={16} className="text-muted transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <div className="relative border-line border-t">
        <span className="absolute top-1 right-1">
          <CopyButton value={json} label={t('search.event.copyJson')} />
        </span>
        <pre {...useScrollStop<HTMLPreElement>()} className="max-h-80 overflow-auto p-3 pr-10 font-mono text-caption">
          {json}
        </pre>
      </div>
    </details>
  )
}
