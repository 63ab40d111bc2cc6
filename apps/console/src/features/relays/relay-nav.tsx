import { Link, useSearch } from '@tanstack/react-router'
import clsx from 'clsx'
import {
  ArrowLeft,
  EyeOff,
  Hash,
  Info,
  type LucideIcon,
  Network,
  ShieldCheck,
  ShieldMinus,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useOtherRelays } from '../../api/other-relays/relay-list.ts'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { type SectionName, sectionsOf } from './sections.ts'

const icons: Readonly<Record<SectionName, LucideIcon>> = {
  about: Info,
  'banned-keys': UserX,
  'allowed-keys': UserCheck,
  waiting: EyeOff,
  'banned-events': ShieldMinus,
  'allowed-events': ShieldCheck,
  'allowed-kinds': Hash,
  'refused-kinds': Hash,
  addresses: Network,
}

interface RelaySectionsProps {
  readonly expanded: boolean
  /** For the drawer, which then closes. */
  readonly onFollow?: () => void
}

/** In place of this relay's pages while another one is open: only what that relay offers. */
export function RelaySections({ expanded, onFollow }: RelaySectionsProps) {
  const { t } = useTexts()
  const { at, page = 'about' } = useSearch({ strict: false }) as { at?: string; page?: string }
  const relay = useOtherRelays().find(({ address }) => address === at)
  const look = (isOpen: boolean) =>
    clsx(
      'flex h-9 pointer-coarse:h-11 items-center gap-2.5 rounded-md transition-colors duration-150',
      expanded ? 'px-2.5' : 'justify-center',
      isOpen
        ? 'bg-accent-soft font-semibold text-text [&_svg]:text-accent-text'
        : 'text-muted hover:bg-sunken hover:text-text',
    )
  return (
    <nav aria-label={t('relays.sections')}>
      <ul className="grid gap-0.5">
        <li>
          <Link
            to="/"
            onClick={onFollow}
            className={look(false)}
            {...(!expanded && tooltip(t('relays.back'), 'right'))}
          >
            <ArrowLeft size={expanded ? 16 : 18} />
            <span className={clsx('truncate', !expanded && 'sr-only')}>{t('relays.back')}</span>
          </Link>
        </li>
        {relay &&
          sectionsOf(relay).map(name => {
            const Icon = icons[name]
            return (
              <li key={name}>
                <Link
                  to="/relays"
                  search={{ at, page: name } as never}
                  onClick={onFollow}
                  aria-current={page === name ? 'page' : undefined}
                  className={look(page === name)}
                  {...(!expanded && tooltip(t(`relays.section.${name}.title`), 'right'))}
                >
                  <Icon size={expanded ? 16 : 18} />
                  <span className={clsx('truncate', !expanded && 'sr-only')}>{t(`relays.section.${name}.title`)}</span>
                </Link>
              </li>
            )
          })}
      </ul>
    </nav>
  )
}
