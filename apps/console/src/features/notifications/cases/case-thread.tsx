import type { NostrEvent } from '@hornets/contract'
import type { CaseDetails } from '@hornets/contract/admin/notifications/cases'
import { usePictureLink } from '../../../api/queries/picture-link.ts'
import { kindName } from '../../../i18n/contract-texts.ts'
import { useTexts } from '../../../i18n/texts.ts'
import { Person } from '../../../person/person.tsx'
import { useScrollStop } from '../../../ui/page/use-scroll-stop.ts'
import { formatDateTime } from '../../../ui/text/format.ts'
import { picturesIn } from '../reports/note-pictures.ts'
import { ShowImages, VeiledImage } from '../reports/veiled-image.tsx'

interface CaseThreadProps {
  readonly details: CaseDetails
  readonly showsMedia: boolean
  readonly onShowMedia: () => void
}

/** The event between what it answers and what answers it, as text; its images only once they are asked for. */
export function CaseThread({ details, showsMedia, onShowMedia }: CaseThreadProps) {
  const { t } = useTexts()
  const stop = useScrollStop<HTMLElement>()
  const { event, parent, replies, case: one } = details
  if (!event)
    return (
      <p className="text-muted text-small">
        {t(one.event_id ? 'notifications.cases.noEvent' : 'notifications.cases.isKey')}
      </p>
    )
  return (
    <div className="grid gap-2">
      {parent && <Other event={parent} title={t('notifications.cases.parent')} />}
      <section
        aria-label={t('notifications.cases.event')}
        {...stop}
        className="grid max-h-80 gap-1 overflow-y-auto rounded-md border border-line-strong bg-surface p-3"
      >
        <p className="text-caption text-muted">
          {kindName(event.kind)} · {formatDateTime(new Date(event.created_at * 1000))}
        </p>
        <p dir="auto" className="whitespace-pre-wrap break-words wrap-anywhere">
          {event.content.slice(0, 10_000)}
        </p>
      </section>
      <Images text={event.content} isShown={showsMedia} onShow={onShowMedia} />
      {replies.map(reply => (
        <Other key={reply.id} event={reply} title={t('notifications.cases.reply')} />
      ))}
    </div>
  )
}

interface OtherProps {
  readonly event: NostrEvent
  readonly title: string
}

function Other({ event, title }: OtherProps) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-0.5 border-line border-s-2 ps-3 text-small">
      <p className="flex min-w-0 flex-wrap items-center gap-x-2 text-caption text-muted">
        <span>{title}</span>
        <Person pubkey={event.pubkey} size="tiny" />
      </p>
      <p dir="auto" className="line-clamp-4 whitespace-pre-wrap break-words wrap-anywhere">
        {event.content.slice(0, 1000)}
      </p>
    </section>
  )
}

interface ImagesProps {
  readonly text: string
  readonly isShown: boolean
  readonly onShow: () => void
}

function Images({ text, isShown, onShow }: ImagesProps) {
  const addresses = picturesIn(text)
  if (addresses.length === 0) return null
  return (
    <div className="grid gap-2">
      <ShowImages count={addresses.length} isShown={isShown} onShow={onShow} />
      {isShown && (
        <ul className="flex flex-wrap gap-2">
          {addresses.map(address => (
            <li key={address} title={address}>
              <LinkedImage address={address} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The relay fetches it. */
function LinkedImage({ address }: { readonly address: string }) {
  const { data, isError } = usePictureLink(address)
  return <VeiledImage src={data?.url} hasFailed={isError} />
}
