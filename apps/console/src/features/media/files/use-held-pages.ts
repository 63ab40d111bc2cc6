import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type FileQuery, filesPage } from './file-queries.ts'

/** So many pages are held. */
const pagesHeld = 50

/**
 * Lets go of the pages that are farthest from those looked at, so that memory stays flat however far one scrolls, and of all
 * of them when something else is asked for. Returns those held, in their order. `key` is the query as text.
 */
export function useHeldPages(query: FileQuery, key: string, looked: readonly number[]): () => readonly number[] {
  const client = useQueryClient()
  const asked = useRef<{ key: string; pages: Set<number> }>({ key, pages: new Set() })
  if (asked.current.key !== key) asked.current = { key, pages: new Set() }
  const remove = (page: number) => client.removeQueries({ queryKey: filesPage(query, page).queryKey, exact: true })

  useEffect(() => {
    const { pages } = asked.current
    for (const page of looked) pages.add(page)
    if (pages.size <= pagesHeld) return
    const distance = (page: number) => Math.min(...looked.map(one => Math.abs(one - page)))
    const byDistance = [...pages].sort((a, b) => distance(a) - distance(b))
    for (const page of byDistance.slice(pagesHeld)) {
      pages.delete(page)
      remove(page)
    }
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the query
  useEffect(() => {
    const { pages } = asked.current
    return () => {
      for (const page of pages) remove(page)
    }
  }, [client, key])
  return () => [...asked.current.pages].sort((a, b) => a - b)
}
