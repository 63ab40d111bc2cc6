import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'

/** A page as passed on by the app, since features do not know each other's. */
export interface SearchedPage {
  readonly title: string
  readonly path: string
  readonly icon: LucideIcon
}

export const SearchedPages = createContext<readonly SearchedPage[]>([])
