import type { LucideIcon } from 'lucide-react'
import { createContext } from 'react'

/** A page as the app hands it over: features do not know each other's. */
export interface SearchedPage {
  readonly title: string
  readonly path: string
  readonly icon: LucideIcon
}

/** The pages that the search finds. */
export const SearchedPages = createContext<readonly SearchedPage[]>([])
