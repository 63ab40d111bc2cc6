import type { PublishedKind } from '../published-kind.ts'
import { published as subscriptions } from './subscriptions.ts'

/** What kind 888 says, under its number since 2025-07. */
export const published: PublishedKind = { ...subscriptions, kind: 11_888, name: 'subscriptions since 2025-07' }
