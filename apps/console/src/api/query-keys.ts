import type { LiveEvent } from '@hornets/contract/admin/live'

/** Every key of the query cache. What the live stream reports as changed is the first part of a key. */
export const queryKeys = {
  status: ['status'],
  statistics: {
    all: ['statistics'],
    barChart: ['statistics', 'bar-chart'],
    activity: ['statistics', 'activity'],
    relayCount: ['statistics', 'relay-count'],
    timeSeries: ['statistics', 'time-series'],
    kinds: ['statistics', 'kinds'],
    kindTrend: (kind: number) => ['statistics', 'kind-trend', kind] as const,
    traffic: (minutes: number) => ['statistics', 'traffic', minutes] as const,
  },
  settings: { all: ['settings'], group: (name: string) => ['settings', name] as const },
  relaySettings: ['relay_settings'],
  access: {
    all: ['access'],
    blocked: (query: { q?: string; limit?: number; offset?: number } = {}) => ['access', 'blocked', query] as const,
    stored: (pubkey: string) => ['access', 'stored', pubkey] as const,
  },
  wallet: {
    all: ['wallet'],
    health: ['wallet', 'health'],
    balance: ['wallet', 'balance'],
    transactions: ['wallet', 'transactions'],
    pending: ['wallet', 'pending'],
    sends: ['wallet', 'sends'],
    addresses: ['wallet', 'addresses'],
  },
  account: {
    user: ['account', 'user'],
    sessions: ['account', 'sessions'],
    twoFactor: ['account', 'two-factor'],
    mail: ['account', 'mail'],
    admins: ['account', 'admins'],
  },
  audit: {
    all: ['audit'],
    list: (filters: object) => ['audit', 'list', filters] as const,
    choices: ['audit', 'choices'],
  },
  rates: ['rates'],
  claimed: ['claimed'],
  /** What only a signed-in operator of the wallet is told. Beside `wallet`, so that no change makes the extension ask. */
  walletSession: {
    all: ['wallet_session'],
    account: ['wallet_session', 'account'],
    fees: ['wallet_session', 'fees'],
    coins: ['wallet_session', 'coins'],
    labels: ['wallet_session', 'labels'],
    audit: ['wallet_session', 'audit'],
    security: ['wallet_session', 'security'],
    operators: ['wallet_session', 'operators'],
    approvals: ['wallet_session', 'approvals'],
    size: (request: string | undefined) => ['wallet_session', 'size', request] as const,
    plan: (request: string | undefined) => ['wallet_session', 'plan', request] as const,
  },
} as const

type Changed = Extract<LiveEvent, { name: 'changed' }>['data']['what']

/** The key under which everything lies that a `changed` event makes stale. */
export function staleKey(what: Changed): readonly string[] {
  // What only owners are told is not asked for by somebody who may be none any more.
  return what === 'account' ? queryKeys.account.user : [what]
}
