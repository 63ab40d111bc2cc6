/** Every page of the console that a browser can open, by its path. */
const signedInPages = {
  dashboard: '/',
  settings: '/settings',
  'settings-relay-info': '/settings/relay-info',
  'settings-image-moderation': '/settings/image-moderation',
  'settings-general': '/settings/general',
  'settings-query-cache': '/settings/query-cache',
  'settings-xnostr': '/settings/xnostr',
  'relay-settings': '/relay-settings',
  'blocked-pubkeys': '/blocked-pubkeys',
  'nostr-stats': '/nostr-stats',
  'media-manager': '/media-manager',
  'profile-personal-info': '/profile/personal-info',
  'profile-security': '/profile/security-settings',
  'profile-notifications': '/profile/notifications',
  'profile-payments': '/profile/payments',
  'audit-log': '/audit-log',
  subscribers: '/subscribers',
  earnings: '/earnings',
  'payment-notifications': '/payment-notifications',
  'report-notifications': '/report-notifications',
  'moderation-notifications': '/moderation-notifications',
  'health-notifications': '/health-notifications',
  moderation: '/moderation',
  people: '/people',
  events: '/events',
  refusals: '/refusals',
  health: '/health',
  clients: '/clients',
  logs: '/logs',
  alerts: '/alerts',
  backup: '/backup',
  'settings-history': '/settings-history',
  secrets: '/secrets',
  moving: '/moving',
  relays: '/relays',
} as const

export const signedOutPages = { 'sign-in': '/auth/login' } as const

/** Pages that a desktop shows as part of another one. */
const pagesBelowDesktop = { wallet: '/wallet' } as const

/** The signed-in pages at a screen size. */
export const pagesOn = (size: string): Readonly<Record<string, string>> =>
  size === 'desktop' ? signedInPages : { ...signedInPages, ...pagesBelowDesktop }

export const themes = ['light', 'dark'] as const

export const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const
