import type { Hit, PageEntry } from '../hit.ts'
import { bestOf } from '../match.ts'

export const pageHit = ({ title, path, icon }: PageEntry): Hit => ({
  key: `page ${path}`,
  category: 'pages',
  icon,
  title,
  target: { to: path },
})

/** The pages of the console, by their titles. */
export function findPages(query: string, pages: readonly PageEntry[]): Hit[] {
  return bestOf(pages, query, ({ title, path }) => [title, path]).map(pageHit)
}
