import { useEffect, useEffectEvent } from 'react'
import { afterFrame } from './after-frame.ts'

/** So near to the bottom the next page is loaded (MEDIA-18, CONST-04). */
const nearPx = 100

/** Calls back while the window is scrolled to its lower end and there is more. */
export function useEndless(canLoadMore: boolean, loadMore: () => void): void {
  const check = useEffectEvent(() => {
    const { scrollHeight } = document.documentElement
    if (canLoadMore && scrollHeight - scrollY - innerHeight <= nearPx) loadMore()
  })
  useEffect(() => {
    // Also after drawing: a high screen may show the end at once.
    const { ask, cancel } = afterFrame(() => check())
    const frame = requestAnimationFrame(ask)
    return () => {
      cancelAnimationFrame(frame)
      cancel()
    }
  })
  useEffect(() => {
    const { ask, cancel } = afterFrame(() => check())
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask)
    return () => {
      cancel()
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', ask)
    }
  }, [])
}
