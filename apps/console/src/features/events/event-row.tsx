import type { NostrEvent } from '@hornets/contract'
import type { EventAuthor } from '@hornets/contract/admin/events/browse'
import { Link } from '@tanstack/react-router'
import { neventEncode } from 'nostr-tools/nip19'
import { isCalledByNumber, kindName } from '../../i18n/contract-texts.ts'
import { useTexts } from '../../i18n/texts.ts'
import { EventText } from '../../person/event-text.tsx'
import { Person } from '../../person/person.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Badge } from '../../ui/states/badge.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { EventMedia } from './event-media.tsx'

interface EventRowProps {
  readonly event: NostrEvent
  readonly author: EventAuthor | undefined
  readonly isRaw: boolean
  /** The only one on its page: nothing of it is left out. */
  readonly isWhole?: boolean
  readonly selection?: { readonly isSelected: boolean; readonly onSelect: (isSelected: boolean) => void }
}

/** One event: as text, without loading, rendering or linking anything in it, or as JSON. */
export function EventRow({ event, author, isRaw, isWhole = false, selection }: EventRowProps) {
  const { t } = useTexts()
  const { id, kind, created_at } = event
  const time = new Date(created_at * 1000)
  return (
    <li className="grid min-w-0 gap-2 border-line border-t px-3 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {selection && (
          <Checkbox
            label={t('events.select')}
            labelHidden
            checked={selection.isSelected}
            onCheckedChange={selection.onSelect}
          />
        )}
        <span className="min-w-0 flex-1 basis-52">
          <Person pubkey={event.pubkey} known={author} />
        </span>
        <span className="flex flex-wrap items-center gap-2 text-caption text-muted">
          <Badge>{kindName(kind)}</Badge>
          {!isCalledByNumber(kind) && <span className="tabular-nums">{kind}</span>}
          <Link to={`/events/${id}`} className="rounded-sm hover:underline">
            {Number.isNaN(time.getTime()) ? created_at : formatDateTime(time)}
          </Link>
          <span className="flex">
            <CopyButton value={neventEncode({ id, author: event.pubkey, kind })} label={t('events.copyId')} />
            <CopyButton value={JSON.stringify(event)} label={t('events.copyJson')} />
          </span>
        </span>
      </div>
      {isRaw ? (
        <pre className="whitespace-pre-wrap break-all rounded-md bg-sunken p-2 font-mono text-caption">
          {JSON.stringify(event, null, 2)}
        </pre>
      ) : (
        <>
          <EventText event={event} isWhole={isWhole} />
          <EventMedia event={event} />
        </>
      )}
    </li>
  )
}
