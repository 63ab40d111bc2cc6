import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTranslation } from 'react-i18next'
import { tooltip } from '../../ui/tooltip.tsx'
import { useScreenClass } from '../../ui/use-media.ts'
import { type Page, pages } from '../pages.ts'

export interface NavItemsProps {
  readonly expanded: boolean
  /** For the drawer, which closes then. */
  readonly onFollow?: () => void
}

export function NavItems({ expanded, onFollow }: NavItemsProps) {
  const { t } = useTranslation()
  const isDesktop = useScreenClass() === 'desktop'
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className="grid gap-0.5">
        {pages
          .filter(({ belowDesktop, inProfileMenu }) => !inProfileMenu && !(belowDesktop && isDesktop))
          .map(page => (
            <li key={page.name}>
              <NavLink page={page} expanded={expanded} onFollow={onFollow} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

interface NavLinkProps extends NavItemsProps {
  readonly page: Page
}

function NavLink({ page: { name, path, icon: Icon }, expanded, onFollow }: NavLinkProps) {
  const { t } = useTranslation()
  return (
    <Link
      {...(!expanded && tooltip(t(`shell.nav.${name}`), 'right'))}
      to={path}
      onClick={onFollow}
      activeOptions={{ exact: path === '/' }}
      className={clsx(
        'flex h-9 pointer-coarse:h-11 items-center gap-2.5 rounded-md transition-colors duration-150',
        expanded ? 'px-2.5' : 'justify-center',
      )}
      inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-text' }}
      activeProps={{ className: 'bg-accent-soft font-semibold text-text [&_svg]:text-accent-text' }}
    >
      <Icon size={expanded ? 16 : 18} />
      <span className={clsx('truncate', !expanded && 'sr-only')}>{t(`shell.nav.${name}`)}</span>
    </Link>
  )
}
