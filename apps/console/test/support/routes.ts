/** Every page of the console by its component's name (app/pages.ts); a group of settings counts as a page. */
export const routes = {
  Dashboard: '/',
  Wallet: '/wallet',
  RelaySettingsPage: '/relay-settings',
  SettingsPage: '/settings',
  'SettingsPage with a group': '/settings/relay-info',
  BlockedPubkeysPage: '/blocked-pubkeys',
  RefusalsPage: '/refusals',
  LogsPage: '/logs',
  AlertsPage: '/alerts',
  BackupPage: '/backup',
  SettingsHistoryPage: '/settings-history',
  SecretsPage: '/secrets',
  AuditPage: '/audit-log',
  NostrStatisticsPage: '/nostr-stats',
  MediaPage: '/media-manager',
  PeoplePage: '/people',
  EventsPage: '/events',
  MovingPage: '/moving',
  ModerationPage: '/moderation',
  OtherRelaysPage: '/relays',
  SubscribersPage: '/subscribers',
  EarningsPage: '/earnings',
  PaymentNotificationsPage: '/payment-notifications',
  ReportNotificationsPage: '/report-notifications',
  ModerationNotificationsPage: '/moderation-notifications',
  Health: '/health',
  ClientsPage: '/clients',
  HealthNotificationsPage: '/health-notifications',
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

/** Pages below these, and the tabs of access control, by what they show. */
export const subpages = {
  'a case': '/moderation/7',
  'a person': `/people/${'b'.repeat(64)}`,
  'an event': `/events/${'f'.repeat(64)}`,
  'the versions of a group': '/settings-history/relay_info',
  ...Object.fromEntries(
    ['rights', 'rules', 'allowed-pubkeys', 'words', 'addresses', 'events', 'invitations', 'roles', 'changes'].map(
      list => [`the tab ${list}`, `${routes.BlockedPubkeysPage}?list=${list}`],
    ),
  ),
}

/** A desktop shows these beside each other and redirects. */
export const phoneRoutes: readonly string[] = [routes.Wallet, routes.ProfileMenuPage]

export const authRoutes = [
  '/auth/login',
  '/auth/sign-up',
  '/auth/forgot-password',
  '/auth/security-code',
  '/auth/new-password',
  '/auth/lock',
]
