import type { Account, PublishedKind } from '../published-kind.ts'

/** What a subscriber has here; its p tag names the subscriber. */
export const published: PublishedKind = {
  kind: 888,
  name: 'subscriptions',
  readers: 'parties',
  saysTo: account => ({ content: '', tags: tagsOf(account) }),
}

/** Sizes are bytes, times Unix seconds, credit satoshis; all are digits. */
function tagsOf({ pubkey, address, isActive, storage, creditSats, tier, expiresAt }: Account): string[][] {
  return [
    ['p', pubkey],
    ['subscription_status', isActive ? 'active' : 'inactive'],
    ...(address === null ? [] : [['relay_bitcoin_address', address]]),
    ['storage', String(storage.usedBytes), String(storage.totalBytes), String(storage.updatedAt)],
    ['credit', String(creditSats)],
    ...(isActive && expiresAt !== null ? [['active_subscription', tier, String(expiresAt)]] : []),
  ]
}
