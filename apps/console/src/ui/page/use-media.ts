import { useCallback, useSyncExternalStore } from 'react'

/** One list for each query: it is asked with every render. */
const lists = new Map<string, MediaQueryList>()

function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? matchMedia(query)
  lists.set(query, list)
  return list
}

function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = listOf(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => listOf(query).matches)
}

/** A desktop with room for high charts (CONST-03). */
export const useIsTall = (): boolean => useMedia('(min-width: 1280px) and (min-height: 1200px)')

/** A list and what is open of it beside each other: Tailwind's `lg`. */
export const useHasTwoColumns = (): boolean => useMedia('(min-width: 992px)')

export type ScreenClass = 'mobile' | 'tablet' | 'desktop'

/** Mobile below 768 px, desktop from 1280. */
export function useScreenClass(): ScreenClass {
  const tablet = useMedia('(min-width: 768px)')
  const desktop = useMedia('(min-width: 1280px)')
  return desktop ? 'desktop' : tablet ? 'tablet' : 'mobile'
}
