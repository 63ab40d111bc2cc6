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
  /** NIP-05 name, if its server has confirmed it. */
  readonly nip05?: string | undefined
  readonly isYou?: boolean
  readonly size?: 'tiny' | 'small' | 'medium' | 'large'
  /** Offers npub and hex to copy. */
  readonly copies?: boolean
  /** The name's link, which gets the name as its content. */
  readonly link?: (content: ReactNode) => ReactNode
}

/** A person, the same everywhere: image, name, checked NIP-05 name and key. */
export function PersonChip(props: PersonChipProps) {
  const { pubkey, npub, name, picture, nip05, isYou = false, size = 'small', copies = false, link } = props
  const { t } = useTexts()
  const key = shortenMiddle(npub, 10, 6)
  const called = (
    <bdi title={name ? name : npub} className="block truncate font-semibold">
      {name || key}
    </bdi>
  )
  return (
    <span className="flex min-w-0 items-center gap-2">
      <FacePicture picture={picture} name={name} size={size} />
      <span className="grid min-w-0">
        <span className="flex min-w-0 items-center gap-1.5">
          {link ? link(called) : called}
          {isYou && <Badge kind="accent">{t('people.chip.you')}</Badge>}
        </span>
        <span className={clsx('flex min-w-0 items-center gap-1 text-caption text-muted', copies && 'flex-wrap')}>
          {nip05 && (
            <span title={t('people.chip.checked', { name: nip05 })} className="flex min-w-0 items-center gap-0.5">
              <BadgeCheck size={14} aria-hidden className="flex-none text-ok" />
              <span className="sr-only">{t('people.chip.isChecked')}</span>
              <bdi className="truncate">{nip05}</bdi>
            </span>
          )}
          {name && (
            <code title={npub} className="flex-none font-mono">
              {key}
            </code>
          )}
          {copies && <Copies npub={npub} pubkey={pubkey} />}
        </span>
      </span>
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
