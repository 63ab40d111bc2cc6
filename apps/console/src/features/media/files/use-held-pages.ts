import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { type FileQuery, filesPage } from './file-queries.ts'

const pagesHeld = 50

interface Held {
  readonly key: string
  readonly pages: Set<number>
}

/** The pages of a query that are held; none once something else is asked for. `key` is the query as text. */
export function useHeldPages(key: string): RefObject<Held> {
  const held = useRef<Held>({ key, pages: new Set() })
  if (held.current.key !== key) held.current = { key, pages: new Set() }
  return held
}

/** Lets go of those farthest from view, so that memory stays flat, and of all when something else is asked for. */
export function useLettingGo(held: RefObject<Held>, query: FileQuery, looked: readonly number[]): void {
  const client = useQueryClient()
  const { key } = held.current
  const remove = (page: number) => client.removeQueries({ queryKey: filesPage(query, page).queryKey, exact: true })

  useEffect(() => {
    const { pages } = held.current
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
    const { pages } = held.current
    return () => {
      for (const page of pages) remove(page)
    }
  }, [client, key])
}
