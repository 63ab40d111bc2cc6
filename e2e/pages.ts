/** Every page of the console that a browser can be sent to, by its path. */
export const signedInPages = {
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
} as const

export const signedOutPages = { 'sign-in': '/auth/login' } as const

export const themes = ['light', 'dark'] as const

export const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
} as const
