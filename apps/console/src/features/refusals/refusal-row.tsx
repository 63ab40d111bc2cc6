import type { ListedRefusal } from '@hornets/contract/admin/refusals/refusals'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { Person } from '../../person/person.tsx'
import { Badge } from '../../ui/states/badge.tsx'
import { formatDateTime } from '../../ui/text/format.ts'
import { RefusalDetails } from './refusal-details.tsx'
import type { RefusalFilters } from './use-refusal-search.ts'

interface RefusalRowProps {
  readonly refusal: ListedRefusal
  readonly open: boolean
  /** It has come while the page was open. */
  readonly isNew: boolean
  readonly filters: RefusalFilters
  readonly onToggle: () => void
}

export function RefusalRow({ refusal, open, isNew, filters, onToggle }: RefusalRowProps) {
  const { t } = useTexts()
  const id = useId()
  const { at, what, cause, text, pubkey, address, kind } = refusal
  const subject = kind === null ? t(`refusals.what.${what}`) : t('refusals.kindShort', { kind })
  return (
    <li className={clsx('border-line border-b last:border-b-0', isNew && 'motion-safe:animate-[arrive_2s_ease-out]')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={onToggle}
        className="grid w-full grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-0.5 px-3 py-2.5 text-left text-small hover:bg-sunken focus-visible:outline-offset-[-2px] md:grid-cols-[auto_10.5rem_11rem_1fr_12rem] xl:grid-cols-[auto_10.5rem_11rem_1fr_6rem_12rem_9rem]"
      >
        <ChevronRight
          size={16}
          className={clsx('row-span-4 text-muted transition-transform duration-150 md:row-span-1', open && 'rotate-90')}
        />
        <time dateTime={at} className="whitespace-nowrap text-muted tabular-nums max-md:order-3 max-md:text-caption">
          {formatDateTime(at)}
        </time>
        <span className="min-w-0 max-md:order-1">
          <Badge kind="warn" className="max-w-full">
            <span className="truncate">{t(`refusals.causes.${cause}.name`)}</span>
          </Badge>
          <span className="ml-2 text-caption text-muted xl:hidden">{subject}</span>
        </span>
        <span dir="auto" className="line-clamp-2 min-w-0 break-words text-left max-md:order-2 md:truncate">
          {text === null ? <span className="text-muted">{t('refusals.hidden')}</span> : text || t('refusals.noText')}
        </span>
        <span className="hidden truncate text-muted xl:block">{subject}</span>
        <span className="truncate font-mono text-caption text-muted max-md:order-4 max-md:col-start-2">
          {pubkey !== null && <Person pubkey={pubkey} size="tiny" linked={false} />}
          {address !== null && <span className="xl:hidden">{pubkey === null ? address : ` · ${address}`}</span>}
        </span>
        <span className="hidden truncate font-mono text-caption text-muted xl:block">{address}</span>
      </button>
      {open && <RefusalDetails id={id} refusal={refusal} filters={filters} />}
    </li>
  )
}
