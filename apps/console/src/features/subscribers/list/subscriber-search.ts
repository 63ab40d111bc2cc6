import { subscriptionStatuses } from '@hornets/contract/admin/subscriptions/subscribers'

/** `paying`: all that ever had a subscription. */
export const statusChoices = ['paying', ...subscriptionStatuses, 'all'] as const

/** Which subscribers are shown; all of it is in the URL: `?status=grace&q=npub1…&sort=expiry`. */
export interface SubscriberSearch {
  readonly q: string
  readonly status: (typeof statusChoices)[number]
  readonly sort: 'newest' | 'expiry'
}

/** invalid values are ignored */
export function readSubscriberSearch({ q, status, sort }: Readonly<Record<string, unknown>>): SubscriberSearch {
  return {
    q: q === undefined ? '' : String(q).slice(0, 100),
    status: statusChoices.find(one => one === status) ?? 'paying',
    sort: sort === 'expiry' ? 'expiry' : 'newest',
  }
}
