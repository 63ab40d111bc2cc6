import type { LucideIcon } from 'lucide-react'

/** In the order in which they are shown and gone through. */
export const searchCategories = ['pages', 'settings', 'events', 'transactions'] as const
export type SearchCategory = (typeof searchCategories)[number]
export type Wanted = SearchCategory | 'all'

/** Where a choice leads: to a page, or a field on it; to an event or a transaction by its id. */
export type Target =
  | { readonly to: string; readonly hash?: string }
  | { readonly event: string }
  | { readonly tx: string }

/** One line of what was found. */
export interface Hit {
  /** The same for the same thing, so that a recent choice is known again. */
  readonly key: string
  readonly category: SearchCategory
  readonly icon: LucideIcon
  readonly title: string
  readonly detail?: string
  readonly target: Target
}
