import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { useTexts } from '../../i18n/texts.ts'
import { tooltip } from '../../ui/overlays/tooltip.tsx'
import { pageGroups } from '../pages.ts'
import { type LinkedPage, usePagesHere } from '../use-pages.ts'

export interface NavItemsProps {
  readonly expanded: boolean
  /** For the drawer, which then closes. */
  readonly onFollow?: () => void
}

/** The specified pages, and below a divider the others in groups. */
export function NavItems(props: NavItemsProps) {
  const { t } = useTexts()
  const pages = usePagesHere()
  const of = (menu: LinkedPage['place']['menu']) => pages.filter(({ place }) => place.menu === menu)
  return (
    <nav aria-label={t('shell.navigation')}>
      <NavList pages={of('sidebar')} {...props} />
      <hr className="my-2 border-line border-t" />
      {pageGroups.map(
        group =>
          of(group)[0] && (
            <div key={group} className="mb-1">
              <p className={clsx('px-2.5 pb-1 text-caption text-muted', !props.expanded && 'sr-only')}>
                {t(`shell.groups.${group}`)}
              </p>
              <NavList pages={of(group)} {...props} />
            </div>
          ),
      )}
    </nav>
  )
}

function NavList({ pages, ...props }: NavItemsProps & { readonly pages: readonly LinkedPage[] }) {
  return (
    <ul className="grid gap-0.5">
      {pages.map(page => (
        <li key={page.path}>
          <NavLink page={page} {...props} />
        </li>
      ))}
    </ul>
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
        'flex h-8 pointer-coarse:h-11 items-center gap-2.5 rounded-md transition-colors duration-150',
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
