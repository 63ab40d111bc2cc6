import type { LucideIcon } from 'lucide-react'

/** In display order. */
export const searchCategories = [
  'pages',
  'settings',
  'people',
  'events',
  'files',
  'subscribers',
  'transactions',
] as const
export type SearchCategory = (typeof searchCategories)[number]
export type Wanted = SearchCategory | 'all'
/** Actions are found with everything else, and are no category to search in. */
export type HitCategory = SearchCategory | 'actions'

/** What a result opens: a page, a field on it, or what its parameters open there; an event or a transaction by id. */
export type Target =
  | { readonly to: string; readonly hash?: string; readonly search?: Readonly<Record<string, string>> }
  | { readonly event: string }
  | { readonly tx: string }
  | { readonly run: () => void }

export interface Hit {
  /** Identifies the same target, to recognise recent choices. */
  readonly key: string
  readonly category: HitCategory
  readonly icon: LucideIcon
  readonly title: string
  readonly detail?: string
  readonly target: Target
  /** Whom it is about or by: hex, and the name that the server found. */
  readonly person?: { readonly pubkey: string; readonly name: string | null }
}
