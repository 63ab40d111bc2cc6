import type { Hit } from '../hits/hit.ts'
import { bestOf } from '../hits/match.ts'
import type { SearchedPage } from '../searched-pages.ts'

export const pageHit = ({ title, path, icon }: SearchedPage): Hit => ({
  key: `page ${path}`,
  category: 'pages',
  icon,
  title,
  target: { to: path },
})

export function findPages(query: string, pages: readonly SearchedPage[]): Hit[] {
  return bestOf(pages, query, ({ title, path }) => [title, path]).map(pageHit)
}
