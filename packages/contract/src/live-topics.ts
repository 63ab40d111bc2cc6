/** What the live stream reports as changed. A call names the topics that make a kept answer of it stale (`staleOn`). */
export const liveTopics = [
  ...(['statistics', 'settings', 'relay_settings', 'access', 'wallet', 'rates', 'account'] as const),
  ...(['payments', 'subscribers', 'reports'] as const),
] as const
export type LiveTopic = (typeof liveTopics)[number]
