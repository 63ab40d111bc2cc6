import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'

/** Something to do, as passed on by the app: here, or in a dialog of a page. */
export interface SearchedAction {
  readonly name: string
  readonly title: string
  /** Other words that find it. */
  readonly words: string
  readonly icon: LucideIcon
  readonly target: { readonly to: string; readonly hash?: string } | { readonly run: () => void }
}

export type LoadActions = () => Promise<readonly SearchedAction[]>

/** Loaded with the palette. */
export const SearchedActions = createContext<LoadActions>(async () => [])
