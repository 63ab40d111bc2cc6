import { Link, useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { ChevronsUpDown } from 'lucide-react'
import { useRef } from 'react'
import { useOtherRelays } from '../../api/other-relays/relay-list.ts'
import { usePictureLink } from '../../api/queries/picture-link.ts'
import { useStatus } from '../../api/queries/use-status.ts'
import { useIsRole } from '../../api/session/use-may.ts'
import { useTexts } from '../../i18n/texts.ts'
import { FacePicture } from '../../ui/content/face-picture.tsx'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { useOpening } from '../../ui/overlays/use-opening.ts'
import { lazy } from '../../ui/page/lazy.tsx'

const { Part: RelayMenu } = lazy(async () => (await import('./relay-menu.tsx')).RelayMenu)

interface RelayHeadProps {
  readonly expanded: boolean
  /** For the drawer, which then closes. */
  readonly onFollow?: () => void
}

/** The relay whose pages follow: image, name and address, and the way to the operator's other relays. */
export function RelayHead({ expanded, onFollow }: RelayHeadProps) {
  const at = useLocation({
    select: ({ pathname, search }) => (pathname === '/relays' ? (search as { readonly at?: string }).at : undefined),
  })
  const { name, host, icon } = useRelay(at)
  const { data: link } = usePictureLink(icon)
  const isEdited = useIsRole('operator') && at === undefined
  const shown = (
    <>
      <FacePicture picture={link?.url} name={name} size="small" />
      <span className={clsx('grid min-w-0', !expanded && 'sr-only')}>
        <bdi title={name} className="block truncate font-semibold text-small">
          {name}
        </bdi>
        {host !== name && (
          <bdi title={host} className="block truncate text-caption text-muted">
            {host}
          </bdi>
        )}
      </span>
    </>
  )
  const look = {
    className: clsx('flex min-h-10 min-w-0 items-center gap-2.5 rounded-md', expanded && 'flex-1 px-2'),
    ...(!expanded && tooltip(name, 'right')),
  }
  return (
    <div className={clsx('flex items-center', !expanded && 'flex-col')}>
      {isEdited ? (
        <Link to={'/settings/relay-info' as never} onClick={onFollow} {...look}>
          {shown}
        </Link>
      ) : (
        <p {...look}>{shown}</p>
      )}
      <RelaySwitch at={at} />
    </div>
  )
}

function useRelay(at: string | undefined) {
  const { data: status } = useStatus()
  const other = useOtherRelays().find(({ address }) => address === at)
  const host = (at ?? status?.address ?? location.host).replace(/^wss?:\/\//, '')
  if (at !== undefined) return { name: other?.name || host, host, icon: undefined }
  return { name: status?.name || host, host, icon: status?.icon }
}

function RelaySwitch({ at }: { readonly at: string | undefined }) {
  const { t } = useTexts()
  const place = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const { open, setOpen, wasOpen } = useOpening()
  return (
    <div ref={place}>
      <button
        ref={trigger}
        type="button"
        aria-label={t('relays.switch')}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-text"
      >
        <ChevronsUpDown size={16} />
      </button>
      {wasOpen && <RelayMenu open={open} onOpenChange={setOpen} anchor={trigger} container={place} at={at} />}
    </div>
  )
}
