import type { ProfileFacts } from './profile-facts.ts'

/** Events of a kind and a month of arrival that were added (or removed, if negative), and their bytes. */
export interface KindChange {
  readonly kind: number
  /** Month of arrival as `monthOf` counts. */
  readonly month: number
  readonly count: number
  readonly bytes: number
}

/** A kind 0 that was added or removed. */
export type ProfileChange =
  | {
      readonly is: 'stored'
      readonly pubkey: string
      readonly id: string
      readonly month: number
      readonly facts: ProfileFacts
    }
  | { readonly is: 'removed'; readonly pubkey: string; readonly id: string }

/** The changes of one commit, stored with it until the counters have included them. */
export interface StoreChange {
  /** Increases by one; never reused. */
  readonly number: number
  readonly counts: readonly KindChange[]
  readonly profiles: readonly ProfileChange[]
  /** Numbers of removed events, for the text index. */
  readonly removed: readonly number[]
}
