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

/** Events of a key that arrived in one second and were added. */
export interface AuthorAddition {
  readonly pubkey: string
  /** Arrival, Unix seconds. */
  readonly at: number
  readonly count: number
  readonly bytes: number
}

/** An event of a key that was removed. */
export interface AuthorRemoval {
  readonly seq: number
  readonly pubkey: string
  /** Arrival, Unix seconds. */
  readonly at: number
  readonly bytes: number
}

/** The changes of one commit, stored with it until the counters have included them. */
export interface StoreChange {
  /** Increases by one; never reused. */
  readonly number: number
  readonly counts: readonly KindChange[]
  readonly profiles: readonly ProfileChange[]
  /** Numbers of removed events, for the text index. */
  readonly removed: readonly number[]
  /** Without gift wraps, whose keys are used once and belong to nobody. Missing in journals of older versions. */
  readonly added?: readonly AuthorAddition[]
  readonly taken?: readonly AuthorRemoval[]
}

/** Stored events of keys in the order of their arrival, as of one moment. */
export interface StoredAuthors {
  readonly events: readonly AuthorRemoval[]
  /** Number of the last event looked at; if there was none, the number after which events were requested. */
  readonly upTo: number
  readonly isEnd: boolean
  /** Number of the newest change at that moment; 0 if all changes are forgotten. */
  readonly change: number
}
