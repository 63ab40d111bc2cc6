import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { useMemo } from 'react'
import { useIsRole } from '../../api/session/use-may.ts'
import { NightButton } from '../../features/night-mode/night-button.tsx'
import { SearchBox } from '../../features/search/search-box.tsx'
import { type LoadActions, SearchedActions } from '../../features/search/searched-actions.ts'
import { type SearchedPage, SearchedPages } from '../../features/search/searched-pages.ts'
import { useTexts } from '../../i18n/texts.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { lazyLater } from '../lazy-page.ts'
import { AtRest } from '../lock/at-rest.tsx'
import { InstallButton } from '../pwa/install-button.tsx'
import { usePagesHere } from '../use-pages.ts'
import { ConnectionBadge } from './connection-badge.tsx'
import { FullscreenButton } from './fullscreen-button.tsx'
import { NavDrawer } from './nav-drawer.tsx'
import { ProfileMenu } from './profile-menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import type { Sidebar } from './use-sidebar.ts'

const { Part: TransactionDetails } = lazyLater(
  async () => (await import('../../features/wallet/transaction/transaction-part.tsx')).TransactionPart,
)

const { Part: NotificationBell } = lazyLater(
  async () => (await import('../../features/notifications/notification-bell.tsx')).NotificationBell,
)

const loadActions: LoadActions = async () => (await import('../composed/search-actions.ts')).searchActions()

export function Header({ sidebar: { screen, expanded, toggle } }: { readonly sidebar: Sidebar }) {
  const { t } = useTexts()
  const pages = useSearchedPages()
  const seesReports = useIsRole('moderator')
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
      {seesReports && (
        <div className="size-9 flex-none">
          <AtRest>
            <NotificationBell />
          </AtRest>
        </div>
      )}
      <SearchedPages value={pages}>
        <SearchedActions value={loadActions}>
          <SearchBox TransactionDetails={TransactionDetails} />
        </SearchedActions>
      </SearchedPages>
      <ProfileMenu />
    </header>
  )
}

function useSearchedPages(): readonly SearchedPage[] {
  const { t } = useTexts()
  const pages = usePagesHere()
  return useMemo(() => pages.map(({ title, path, place }) => ({ title: t(title), path, icon: place.icon })), [t, pages])
}
