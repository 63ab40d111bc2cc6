import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { NightButton } from '../../features/night-mode/night-button.tsx'
import type { PageEntry } from '../../features/search/hit.ts'
import { SearchBox } from '../../features/search/search-box.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { InstallButton } from '../pwa/install-button.tsx'
import { usePages } from '../use-pages.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import type { Sidebar } from './use-sidebar.ts'

export function Header({ sidebar: { screen, expanded, toggle } }: { readonly sidebar: Sidebar }) {
  const { t } = useTranslation()
  const searched = useSearchedPages(screen === 'desktop')
  return (
    <header className="print:hidden sticky top-0 z-30 flex h-14 items-center gap-1 border-line border-b bg-surface px-3.5 md:px-4">
      {screen === 'mobile' ? (
        <NavDrawer />
      ) : (
        <IconButton
          icon={expanded ? PanelLeftClose : PanelLeftOpen}
          label={expanded ? t('shell.sidebar.collapse') : t('shell.sidebar.expand')}
          aria-expanded={expanded}
          onClick={toggle}
        />
      )}
      <span className="flex-1" />
      <ConnectionBadge />
      <InstallButton />
      <FullscreenButton />
      <ThemeButton />
      <NightButton />
      <SearchBox pages={searched} />
      <ProfileMenu />
    </header>
  )
}

/** The pages that can be gone to from here, and that this role may read, by their titles. */
function useSearchedPages(isDesktop: boolean): readonly PageEntry[] {
  const { t } = useTranslation()
  const pages = usePages()
  return useMemo(
    () =>
      pages
        .filter(({ belowDesktop }) => !(belowDesktop && isDesktop))
        .map(({ name, path, icon }) => ({ title: t(`shell.nav.${name}`), path, icon })),
    [t, pages, isDesktop],
  )
}
