/** Every page of the console by the name of its component (app/pages.ts); a group of settings counts as a page. */
export const routes = {
  Dashboard: '/',
  Wallet: '/wallet',
  RelaySettingsPage: '/relay-settings',
  SettingsPage: '/settings',
  'SettingsPage with a group': '/settings/relay-info',
  BlockedPubkeysPage: '/blocked-pubkeys',
  AuditPage: '/audit-log',
  NostrStatisticsPage: '/nostr-stats',
  NotFoundPage: '/404',
  ServerErrorPage: '/server-error',
  ClientErrorPage: '/client-error',
  MaintenancePage: '/maintenance',
  ProfileMenuPage: '/profile',
  PersonalInfoPage: '/profile/personal-info',
  SecurityPage: '/profile/security-settings',
  NotificationsPage: '/profile/notifications',
  PaymentsPage: '/profile/payments',
} as const

/** Where a desktop is led on, having it all beside each other. */
export const phoneRoutes: readonly string[] = [routes.Wallet, routes.ProfileMenuPage]

export const authRoutes = [
  '/auth/login',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/security-code',
  '/auth/new-password',
  '/auth/lock',
]
