import type { Endpoint } from '@hornets/contract/endpoint'
import {
  Activity,
  Ban,
  BellRing,
  ChartColumn,
  CreditCard,
  DatabaseBackup,
  Gavel,
  HandCoins,
  History,
  House,
  Images,
  KeyRound,
  ListFilter,
  type LucideIcon,
  Plug,
  ScanSearch,
  ScrollText,
  Settings,
  ShieldX,
  SquareTerminal,
  UserRound,
  Users,
  WalletMinimal,
} from 'lucide-react'
import type { ComponentType } from 'react'
import { type ProfilePage, profilePages } from '../features/profile/profile-pages.ts'
import type english from '../i18n/en.json'

type Load = () => Promise<ComponentType>

/** Groups of the sidebar, below the specified items. */
export const pageGroups = ['moderation', 'media', 'money', 'operation'] as const

interface MenuEntry {
  readonly menu: 'sidebar' | 'profile' | (typeof pageGroups)[number]
  readonly icon: LucideIcon
  /** The key after `g` that opens it. */
  readonly key?: string
  /** Desktops show it on another page. */
  readonly isBelowDesktop?: true
}

export interface Page {
  readonly path: string
  /** Further path segments, in the router's notation. */
  readonly parameter?: string
  readonly title:
    | `shell.nav.${keyof (typeof english)['shell']['nav']}`
    | `errorPages.${'notFound' | 'server' | 'client' | 'maintenance'}.title`
  readonly load: Load
  /** Its texts are among the first, so that it waits for no others. */
  readonly hasFirstTexts?: true
  /** If not every role can make them; calls open to all are omitted, as each would load its schemas initially. */
  readonly calls?: readonly Pick<Endpoint, 'role'>[]
  /** Missing: it is only reached by links. */
  readonly place?: MenuEntry
  /** A frame: its content at its own path, and the pages below. */
  readonly frame?: { readonly index: Load; readonly pages: readonly ProfilePage[] }
}

/** Every page: the sidebar's in order (SHELL-03 to SHELL-07) with its groups, the profile menu's, and linked ones. */
export const pages: readonly Page[] = [
  {
    path: '/',
    title: 'shell.nav.dashboard',
    load: async () => (await import('./composed/dashboard.tsx')).Dashboard,
    hasFirstTexts: true,
    place: { menu: 'sidebar', icon: House, key: 'd' },
  },
  {
    path: '/wallet',
    title: 'shell.nav.wallet',
    load: async () => (await import('./composed/wallet.tsx')).Wallet,
    calls: [{ role: 'operator' }],
    place: { menu: 'sidebar', icon: WalletMinimal, key: 'w', isBelowDesktop: true },
  },
  {
    path: '/relay-settings',
    title: 'shell.nav.relaySettings',
    load: async () => (await import('./composed/relay-settings.tsx')).RelaySettingsPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'sidebar', icon: ListFilter, key: 'r' },
  },
  {
    path: '/settings',
    // One route for all groups, so that unsaved edits survive switching between them.
    parameter: '{-$group}',
    title: 'shell.nav.settings',
    load: async () => (await import('../features/settings/page.tsx')).SettingsPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'sidebar', icon: Settings, key: 's' },
  },
  {
    path: '/blocked-pubkeys',
    title: 'shell.nav.access',
    load: async () => (await import('../features/access/access-page.tsx')).AccessPage,
    place: { menu: 'sidebar', icon: Ban, key: 'a' },
  },
  {
    path: '/nostr-stats',
    title: 'shell.nav.statistics',
    load: async () => (await import('../features/statistics/page.tsx')).NostrStatisticsPage,
    place: { menu: 'sidebar', icon: ChartColumn, key: 'n' },
  },
  {
    path: '/media-manager',
    title: 'shell.nav.media',
    load: async () => (await import('../features/media/page.tsx')).MediaPage,
    place: { menu: 'media', icon: Images, key: 'm' },
  },
  {
    path: '/profile',
    title: 'shell.nav.profile',
    load: async () => (await import('../features/profile/layout.tsx')).ProfileLayout,
    frame: { index: async () => (await import('../features/profile/menu.tsx')).ProfileMenuPage, pages: profilePages },
    place: { menu: 'profile', icon: UserRound },
  },
  {
    path: '/moderation',
    parameter: '{-$case}',
    title: 'shell.nav.cases',
    load: async () => (await import('../features/notifications/cases/page.tsx')).ModerationPage,
    calls: [{ role: 'moderator' }],
    place: { menu: 'moderation', icon: Gavel, key: 'i' },
  },
  {
    path: '/people',
    parameter: '{-$key}',
    title: 'shell.nav.people',
    load: async () => (await import('../features/people/page.tsx')).PeoplePage,
    calls: [{ role: 'moderator' }],
    place: { menu: 'moderation', icon: Users, key: 'p' },
  },
  {
    path: '/events',
    parameter: '{-$key}',
    title: 'shell.nav.events',
    load: async () => (await import('../features/events/page.tsx')).EventsPage,
    place: { menu: 'moderation', icon: ScanSearch, key: 'v' },
  },
  {
    path: '/refusals',
    title: 'shell.nav.refusals',
    load: async () => (await import('../features/refusals/page.tsx')).RefusalsPage,
    place: { menu: 'moderation', icon: ShieldX, key: 'f' },
  },
  {
    path: '/health',
    title: 'shell.nav.operationHealth',
    load: async () => (await import('./composed/health.tsx')).Health,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: Activity, key: 'h' },
  },
  {
    path: '/clients',
    title: 'shell.nav.clients',
    load: async () => (await import('../features/operation/clients/clients-page.tsx')).ClientsPage,
    calls: [{ role: 'moderator' }],
    place: { menu: 'operation', icon: Plug, key: 'c' },
  },
  {
    path: '/logs',
    title: 'shell.nav.logs',
    load: async () => (await import('../features/operation/logs/page.tsx')).LogsPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: SquareTerminal },
  },
  {
    path: '/alerts',
    title: 'shell.nav.alerts',
    load: async () => (await import('../features/operation/alerts/page.tsx')).AlertsPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: BellRing },
  },
  {
    path: '/backup',
    title: 'shell.nav.backup',
    load: async () => (await import('../features/operation/backup/page.tsx')).BackupPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: DatabaseBackup },
  },
  {
    path: '/settings-history',
    parameter: '{-$section}',
    title: 'shell.nav.settingsHistory',
    load: async () => (await import('../features/operation/settings-history/page.tsx')).SettingsHistoryPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: History },
  },
  {
    path: '/secrets',
    title: 'shell.nav.secrets',
    load: async () => (await import('../features/operation/secrets/page.tsx')).SecretsPage,
    calls: [{ role: 'owner' }],
    place: { menu: 'operation', icon: KeyRound },
  },
  {
    path: '/audit-log',
    title: 'shell.nav.audit',
    load: async () => (await import('../features/audit/page.tsx')).AuditPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'operation', icon: ScrollText, key: 'l' },
  },
  {
    path: '/subscribers',
    title: 'shell.nav.subscribers',
    load: async () => (await import('./composed/subscribers.tsx')).Subscribers,
    calls: [{ role: 'operator' }],
    place: { menu: 'money', icon: CreditCard, key: 'u' },
  },
  {
    path: '/earnings',
    title: 'shell.nav.earnings',
    load: async () => (await import('../features/subscribers/earnings/page.tsx')).EarningsPage,
    calls: [{ role: 'operator' }],
    place: { menu: 'money', icon: HandCoins, key: 'e' },
  },
  // Linked from the first steps of an empty relay, and from the events.
  {
    path: '/moving',
    title: 'shell.nav.moving',
    load: async () => (await import('../features/events/moving/page.tsx')).MovingPage,
    calls: [{ role: 'operator' }],
  },
  // Linked from the switch beside the relay's name.
  {
    path: '/relays',
    title: 'shell.nav.otherRelays',
    load: async () => (await import('../features/relays/page.tsx')).OtherRelaysPage,
  },
  // Linked from the notifications. The roles stand here, not the calls, whose schemas would come with the first load.
  {
    path: '/payment-notifications',
    title: 'shell.nav.payments',
    load: async () => (await import('../features/notifications/payments/payments-page.tsx')).PaymentNotificationsPage,
    calls: [{ role: 'operator' }],
  },
  {
    path: '/report-notifications',
    title: 'shell.nav.reports',
    load: async () => (await import('../features/notifications/reports/reports-page.tsx')).ReportNotificationsPage,
    calls: [{ role: 'moderator' }],
  },
  {
    path: '/moderation-notifications',
    title: 'shell.nav.moderation',
    load: async () =>
      (await import('../features/notifications/moderation/moderation-page.tsx')).ModerationNotificationsPage,
    calls: [{ role: 'moderator' }],
  },
  {
    path: '/health-notifications',
    title: 'shell.nav.health',
    load: async () => (await import('../features/notifications/health/health-page.tsx')).HealthNotificationsPage,
    calls: [{ role: 'operator' }],
  },
  // ROUTE-17, R-78: inside the layout with their own paths; unknown paths do not lead here.
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
