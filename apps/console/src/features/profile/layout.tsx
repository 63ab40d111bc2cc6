import { Link, Outlet, useLocation } from '@tanstack/react-router'
import clsx from 'clsx'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useTexts } from '../../i18n/texts.ts'
import { ProfileHead } from './head.tsx'
import { profilePages } from './profile-pages.ts'

/** The user and the profile's pages: side by side where there is room, on phones below each other. */
export function ProfileLayout() {
  const { t } = useTexts()
  const isMenu = useLocation().pathname.replace(/\/$/, '') === '/profile'
  return (
    <div className="grid content-start gap-4">
      {/* On phones the back link above a page says it. */}
      <h1 className={clsx('font-semibold text-title', !isMenu && 'max-md:sr-only')}>{t('shell.nav.profile')}</h1>
      <div className="grid items-start gap-4 md:grid-cols-[15rem_minmax(0,1fr)] xl:grid-cols-[18rem_minmax(0,56rem)] 3xl:grid-cols-[20rem_minmax(0,88rem)]">
        <div className={clsx('grid gap-4', !isMenu && 'max-md:hidden')}>
          <ProfileHead />
          <nav aria-label={t('profile.pages')} className="rounded-md border border-line bg-surface p-1.5">
            <ul className="grid gap-0.5">
              {profilePages.map(({ path, title, icon: Icon }) => (
                <li key={path}>
                  <Link
                    to={path}
                    className="flex min-h-10 pointer-coarse:min-h-11 items-center gap-2.5 rounded-md px-2.5"
                    inactiveProps={{ className: 'text-muted hover:bg-sunken hover:text-text' }}
                    activeProps={{ className: 'bg-accent-soft font-semibold text-text [&_svg]:text-accent-text' }}
                  >
                    <Icon size={16} />
                    {t(title)}
                    <ChevronRight size={16} className="ml-auto text-faint md:hidden" />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        {isMenu ? (
          <Outlet />
        ) : (
          <div className="grid min-w-0 gap-4">
            <Link
              to="/profile"
              className="flex w-fit items-center gap-2 py-1 text-muted text-small hover:text-text md:hidden"
            >
              <ArrowLeft size={16} />
              {t('profile.back')}
            </Link>
            <Outlet />
          </div>
        )}
      </div>
    </div>
  )
}
