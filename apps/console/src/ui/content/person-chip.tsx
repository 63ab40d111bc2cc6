import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { BadgeCheck, Hash } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTexts } from '../../i18n/texts.ts'
import { CopyButton } from '../buttons/copy-button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { useCopied } from '../buttons/use-copied.ts'
import { Badge } from '../states/badge.tsx'
import { shortenMiddle } from '../text/shorten.ts'
import { FacePicture } from './face-picture.tsx'

export interface PersonChipProps {
  /** Public key, hex. */
  readonly pubkey: string
  readonly npub: string
  readonly name?: string | undefined
  /** Through the relay; nothing is loaded from elsewhere. */
  readonly picture?: string | undefined
  /** Shown instead of the key of who has no name. */
  readonly fallback?: string | undefined
  /** NIP-05 name, if its server has confirmed it. */
  readonly nip05?: string | undefined
  readonly isYou?: boolean
  /** `tiny`: on one line, in the size of the text around. `face`: the name below the picture, in a narrow column. */
  readonly size?: 'tiny' | 'small' | 'medium' | 'large' | 'face'
  /** Offers npub and hex to copy. */
  readonly copies?: boolean
  /** Where the name leads. */
  readonly page?: string | undefined
  /** Another link, which gets the name as its content. */
  readonly link?: (content: ReactNode) => ReactNode
}

/** A person, the same everywhere: image, name, checked NIP-05 name and key. */
export function PersonChip(props: PersonChipProps) {
  const { pubkey, npub, name, fallback, picture, nip05, isYou = false, size = 'small', copies = false, page } = props
  const { t } = useTexts()
  const key = shortenMiddle(npub, 10, 6)
  const shown = name || fallback || key
  const isLine = size === 'tiny'
  const you = isYou && <Badge kind="accent">{t('people.chip.you')}</Badge>
  const called = (
    <bdi title={name && !isLine ? name : npub} className="block truncate font-semibold">
      {shown}
    </bdi>
  )
  const toPage = (content: ReactNode) => (
    <Link to={page as never} className="min-w-0 rounded-sm hover:underline">
      {content}
    </Link>
  )
  const link = props.link ?? (page === undefined ? undefined : toPage)
  const checked = nip05 && <Checked nip05={nip05} isShort={isLine || size === 'face'} />
  if (size === 'face')
    return (
      <span data-person={npub} className="grid w-full grid-cols-1 justify-items-center gap-1">
        <FacePicture picture={picture} name={name} size="medium" />
        <span className="flex w-full flex-wrap items-center justify-center gap-x-0.5 text-caption text-muted">
          <bdi title={npub} className="min-w-0 truncate">
            {shown}
          </bdi>
          {checked}
          {you}
        </span>
      </span>
    )
  return (
    <span
      data-person={npub}
      className={clsx('min-w-0 items-center gap-2 font-sans', isLine ? 'inline-flex max-w-full gap-x-1.5' : 'flex')}
    >
      <FacePicture picture={picture} name={name} size={size} />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          {link ? link(called) : called}
          {isLine && checked}
          {you}
          {isLine && copies && <Copies npub={npub} pubkey={pubkey} />}
        </span>
        {!isLine && (
          <span className={clsx('flex min-w-0 items-center gap-1 text-caption text-muted', copies && 'flex-wrap')}>
            {checked}
            {name && (
              <code title={npub} className="flex-none font-mono">
                {key}
              </code>
            )}
            {copies && <Copies npub={npub} pubkey={pubkey} />}
          </span>
        )}
      </span>
    </span>
  )
}

/** `isShort`: only the mark. */
function Checked({ nip05, isShort }: { readonly nip05: string; readonly isShort: boolean }) {
  const { t } = useTexts()
  return (
    <span title={t('people.chip.checked', { name: nip05 })} className="flex min-w-0 items-center gap-0.5">
      <BadgeCheck size={14} aria-hidden className="flex-none text-ok" />
      <span className="sr-only">{t('people.chip.isChecked')}</span>
      <bdi className={isShort ? 'sr-only' : 'truncate'}>{nip05}</bdi>
    </span>
  )
}

function Copies({ npub, pubkey }: { readonly npub: string; readonly pubkey: string }) {
  const { t } = useTexts()
  const [copied, copy] = useCopied()
  return (
    <span className="flex flex-none">
      <CopyButton value={npub} label={t('people.chip.copyNpub')} />
      <IconButton
        size="small"
        icon={Hash}
        label={copied ? t('ui.copied') : t('people.chip.copyHex')}
        onClick={() => void copy(pubkey)}
      />
    </span>
  )
}
