export const liveTopics = [
  ...(['statistics', 'settings', 'relay_settings', 'access', 'wallet', 'rates', 'account'] as const),
  ...([
    'payments',
    'subscribers',
    'reports',
    'files',
    'delivery',
    'health',
    'moderation',
    'refusals',
    'cases',
    'people',
  ] as const),
] as const
export type LiveTopic = (typeof liveTopics)[number]
