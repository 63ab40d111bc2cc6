import { listAudit } from '@hornets/contract/admin/audit'
import type { Endpoint } from '@hornets/contract/endpoint'
import {
  Ban,
  ChartColumn,
  House,
  ListFilter,
  type LucideIcon,
  ScrollText,
  Settings,
  UserRound,
  WalletMinimal,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { type ProfilePage, profilePages } from '../features/profile/profile-pages.ts'
import type english from '../i18n/en.json'

/** Brings the chunk of a page. */
type Load = () => Promise<ComponentType>

/** Where a page is gone to from. The sidebar holds no further items (SHELL-09). */
interface Place {
  readonly menu: 'sidebar' | 'profile'
  readonly icon: LucideIcon
  /** After `g` it leads there. */
  readonly key?: string
  /** Desktops have it on another page. */
  readonly isBelowDesktop?: true
}

/** A page of the console. Its route, its way into menus, search and shortcuts, and who can read it follow from this. */
export interface Page {
  readonly path: string
  /** What may follow the path, as the router writes it. */
  readonly parameter?: string
  readonly title:
    | `shell.nav.${keyof (typeof english)['shell']['nav']}`
    | `errorPages.${'notFound' | 'server' | 'client' | 'maintenance'}.title`
  readonly load: Load
  /** Its texts are among the first, so that it waits for no others. */
  readonly hasFirstTexts?: true
  /**
   * The calls without which it shows nothing, where not every role can make them: who can make them can read it. Those that
   * everybody can make are left out, for each brings its schemas into the first load.
   */
  readonly calls?: readonly Pick<Endpoint, 'role'>[]
  /** Missing: it is only led to. */
  readonly place?: Place
  /** It is a frame: what stands in it at its own path, and the pages below that. */
  readonly frame?: { readonly index: Load; readonly pages: readonly ProfilePage[] }
}

/** Every page: the sidebar's in their order (SHELL-03 to SHELL-07), those of the profile menu, those that are led to. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'shell.nav.dashboard',
    load: async () => (await import('./dashboard.tsx')).Dashboard,
    hasFirstTexts: true,
    place: { menu: 'sidebar', icon: House, key: 'd' },
  },
  {
    path: '/wallet',
    title: 'shell.nav.wallet',
    load: async () => (await import('./wallet.tsx')).Wallet,
    place: { menu: 'sidebar', icon: WalletMinimal, key: 'w', isBelowDesktop: true },
  },
  {
    path: '/relay-settings',
    title: 'shell.nav.relaySettings',
    load: async () => (await import('../features/relay-settings/page.tsx')).RelaySettingsPage,
    place: { menu: 'sidebar', icon: ListFilter, key: 'r' },
  },
  {
    path: '/settings',
    // One route for all groups, so that unsaved edits survive going from one to the next.
    parameter: '{-$group}',
    title: 'shell.nav.settings',
    load: async () => (await import('../features/settings/page.tsx')).SettingsPage,
    place: { menu: 'sidebar', icon: Settings, key: 's' },
  },
  {
    path: '/blocked-pubkeys',
    title: 'shell.nav.access',
    load: async () => (await import('../features/access/page.tsx')).BlockedPubkeysPage,
    place: { menu: 'sidebar', icon: Ban, key: 'a' },
  },
  {
    path: '/nostr-stats',
    title: 'shell.nav.statistics',
    load: async () => (await import('../features/statistics/page.tsx')).NostrStatisticsPage,
    place: { menu: 'sidebar', icon: ChartColumn, key: 'n' },
  },
  {
    path: '/profile',
    title: 'shell.nav.profile',
    load: async () => (await import('../features/profile/layout.tsx')).ProfileLayout,
    frame: { index: async () => (await import('../features/profile/menu.tsx')).ProfileMenuPage, pages: profilePages },
    place: { menu: 'profile', icon: UserRound },
  },
  {
    path: '/audit-log',
    title: 'shell.nav.audit',
    load: async () => (await import('../features/audit/page.tsx')).AuditPage,
    calls: [listAudit],
    place: { menu: 'profile', icon: ScrollText, key: 'l' },
  },
  // ROUTE-17, R-78: in the layout, by a path of their own; unknown paths do not come here.
  {
    path: '/404',
    title: 'errorPages.notFound.title',
    load: async () => (await import('./errors/pages.tsx')).NotFoundPage,
  },
  {
    path: '/server-error',
    title: 'errorPages.server.title',
    load: async () => (await import('./errors/pages.tsx')).ServerErrorPage,
  },
  {
    path: '/client-error',
    title: 'errorPages.client.title',
    load: async () => (await import('./errors/pages.tsx')).ClientErrorPage,
  },
  {
    path: '/maintenance',
    title: 'errorPages.maintenance.title',
    load: async () => (await import('./errors/maintenance-page.tsx')).MaintenancePage,
  },
]
