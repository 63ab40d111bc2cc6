import type { NostrEvent } from '@hornets/contract'
import clsx from 'clsx'
import { useTexts } from '../i18n/texts.ts'
import { Person } from './person.tsx'
import { repostedIn } from './reposted.ts'

const shownChars = 4000

interface EventTextProps {
  readonly event: Pick<NostrEvent, 'kind' | 'content'>
  /** Nothing of it is left out. */
  readonly isWhole?: boolean
}

/** The text of an event, of a repost that of the other event: nothing in it is loaded, rendered or linked. */
export function EventText({ event, isWhole = false }: EventTextProps) {
  const { t } = useTexts()
  const reposted = repostedIn(event)
  if (reposted)
    return (
      <blockquote className="grid min-w-0 gap-1 border-line border-l-2 pl-3">
        <Person pubkey={reposted.pubkey} />
        <Words text={reposted.content} isWhole={isWhole} />
      </blockquote>
    )
  if (!event.content) return <p className="text-muted text-small">{t('events.noText')}</p>
  return <Words text={event.content} isWhole={isWhole} />
}

function Words({ text, isWhole }: { readonly text: string; readonly isWhole: boolean }) {
  return (
    <p
      dir="auto"
      className={clsx('wrap-anywhere whitespace-pre-wrap break-words text-small', !isWhole && 'line-clamp-6')}
    >
      {isWhole ? text : text.slice(0, shownChars)}
    </p>
  )
}
