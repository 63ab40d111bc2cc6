import type { ProfileFacts } from './profile-facts.ts'

/** Events of a kind and a month of arrival that were added (or removed, if negative), and their bytes. */
export interface KindChange {
  readonly kind: number
  /** Month of arrival as `monthOf` counts. */
  readonly month: number
  readonly count: number
  readonly bytes: number
}

export type ProfileChange =
  | {
      readonly is: 'stored'
      readonly pubkey: string
      readonly id: string
      readonly month: number
      readonly facts: ProfileFacts
    }
  | { readonly is: 'removed'; readonly pubkey: string; readonly id: string }

export interface AuthorAddition {
  readonly pubkey: string
  /** Arrival, Unix seconds. */
  readonly at: number
  readonly count: number
  readonly bytes: number
}

export interface AuthorRemoval {
  readonly seq: number
  readonly pubkey: string
  /** Arrival, Unix seconds. */
  readonly at: number
  readonly bytes: number
}

export interface StoreChange {
  /** Increases by one; never reused. */
  readonly number: number
  readonly counts: readonly KindChange[]
  readonly profiles: readonly ProfileChange[]
  readonly removed: readonly number[]
  /** Without gift wraps, whose keys are used once and belong to nobody. Missing in journals of older versions. */
  readonly added?: readonly AuthorAddition[]
  readonly taken?: readonly AuthorRemoval[]
}

export interface StoredAuthors {
  readonly events: readonly AuthorRemoval[]
  readonly upTo: number
  readonly isEnd: boolean
  readonly change: number
}
