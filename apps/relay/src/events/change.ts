import type { ProfileFacts } from '../statistics/profile-facts.ts'

/** How many events of a kind that arrived in a month came (or went, below zero), and their bytes. */
export interface KindChange {
  readonly kind: number
  /** Month of arrival as `monthOf` counts. */
  readonly month: number
  readonly count: number
  readonly bytes: number
}

/** A kind 0 that came or went. */
export type ProfileChange =
  | {
      readonly is: 'stored'
      readonly pubkey: string
      readonly id: string
      readonly month: number
      readonly facts: ProfileFacts
    }
  | { readonly is: 'removed'; readonly pubkey: string; readonly id: string }

/** What one commit changed, kept with it until those who count have taken it over. */
export interface StoreChange {
  /** Counts up by one; never given twice. */
  readonly number: number
  readonly counts: readonly KindChange[]
  /** In the order in which they happened. */
  readonly profiles: readonly ProfileChange[]
  /** Numbers of events that went, for the text index. */
  readonly removed: readonly number[]
}
