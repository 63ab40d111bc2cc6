import { useEffect, useEffectEvent } from 'react'
import { afterNextFrame, whenScrolled } from './when-scrolled.ts'

/** So near to the bottom the next page is loaded (MEDIA-18, CONST-04). */
const nearPx = 100

/** Calls back while the window is scrolled to its lower end and there is more. */
export function useEndless(canLoadMore: boolean, loadMore: () => void): void {
  const check = useEffectEvent(() => {
    if (!canLoadMore) return
    const { scrollHeight } = document.documentElement
    if (scrollHeight - scrollY - innerHeight <= nearPx) loadMore()
  })
  // Also after drawing: a high screen may show the end already.
  useEffect(() => (canLoadMore ? afterNextFrame(() => check()) : undefined))
  useEffect(() => whenScrolled(() => check()), [])
}
