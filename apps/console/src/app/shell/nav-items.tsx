import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { type LinkedPage, usePagesHere } from '../use-pages.ts'

export interface NavItemsProps {
  readonly expanded: boolean
  /** For the drawer, which then closes. */
  readonly onFollow?: () => void
}

export function NavItems({ expanded, onFollow }: NavItemsProps) {
  const { t } = useTexts()
  const pages = usePagesHere()
  return (
    <nav aria-label={t('shell.navigation')}>
      <ul className="grid gap-0.5">
        {pages
          .filter(({ place }) => place.menu === 'sidebar')
          .map(page => (
            <li key={page.path}>
              <NavLink page={page} expanded={expanded} onFollow={onFollow} />
            </li>
          ))}
      </ul>
    </nav>
  )
}

interface NavLinkProps extends NavItemsProps {
  readonly page: LinkedPage
}

function NavLink({ page: { path, title, place }, expanded, onFollow }: NavLinkProps) {
  const { t } = useTexts()
  const { icon: Icon } = place
  return (
    <Link
      {...(!expanded && tooltip(t(title), 'right'))}
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
      <span className={clsx('truncate', !expanded && 'sr-only')}>{t(title)}</span>
    </Link>
  )
}
