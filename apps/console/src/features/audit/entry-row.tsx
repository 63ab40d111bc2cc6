import type { AuditEntry } from '@hornets/contract/admin/audit'
import clsx from 'clsx'
import { ChevronRight, ShieldX } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Badge } from '../../ui/states/badge.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { shortenMiddle } from '../../ui/text/shorten.ts'
import { actionText } from './action-text.ts'
import { EntryDetails } from './entry-details.tsx'
import { targetedPerson } from './targeted-person.ts'

interface EntryRowProps {
  readonly entry: AuditEntry
  readonly open: boolean
  readonly onToggle: () => void
}

export function EntryRow({ entry, open, onToggle }: EntryRowProps) {
  const { t } = useTexts()
  const id = useId()
  const repeated = repeatsOf(entry)
  const target = targetedPerson(entry)
  return (
    <li className="border-line border-b last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 px-3 py-2.5 text-left text-small hover:bg-sunken focus-visible:outline-offset-[-2px] md:grid-cols-[auto_11.5rem_minmax(0,12rem)_minmax(0,1fr)_auto]"
      >
        <ChevronRight
          size={16}
          className={clsx('row-span-3 text-muted transition-transform duration-150 md:row-span-1', open && 'rotate-90')}
        />
        <time
          dateTime={entry.at}
          className="whitespace-nowrap text-muted tabular-nums max-md:order-3 max-md:text-caption"
        >
          {formatDateTime(entry.at)}
        </time>
        <span className="min-w-0 truncate text-left max-md:order-2">
          {entry.actor ? (
            <Person pubkey={entry.actor} named={entry.actorName} size="tiny" linked={false} />
          ) : (
            <bdi>{entry.actorName || t('audit.nobody')}</bdi>
          )}
        </span>
        <span className="flex min-w-0 items-center gap-2 max-md:order-1 max-md:flex-wrap">
          <span className="flex-none font-semibold">{actionText(entry.action)}</span>
          {target ? (
            <Person pubkey={target} size="tiny" linked={false} />
          ) : (
            <span className="min-w-0 truncate font-mono text-caption text-muted">
              {shortenMiddle(entry.target, 16, 8)}
            </span>
          )}
        </span>
        {entry.outcome === 'refused' && (
          <Badge kind="warn" className="w-fit max-md:order-4 max-md:col-start-2">
            <ShieldX size={12} />
            {t('audit.outcome.refused')}
            {repeated > 0 && ` · ${t('audit.repeated', { count: repeated })}`}
          </Badge>
        )}
      </button>
      {open && <EntryDetails id={id} entry={entry} />}
    </li>
  )
}

/** The count of an entry that sums up repeated refusals. */
function repeatsOf({ outcome, after }: AuditEntry): number {
  if (outcome !== 'refused' || typeof after !== 'object' || after === null) return 0
  return 'repeated' in after && typeof after.repeated === 'number' ? after.repeated : 0
}
