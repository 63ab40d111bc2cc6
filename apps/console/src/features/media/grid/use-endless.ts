import { useEffect, useEffectEvent } from 'react'

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
    const frame = requestAnimationFrame(() => check())
    return () => cancelAnimationFrame(frame)
  })
  useEffect(() => {
    const onScroll = () => check()
    window.addEventListener('scroll', onScroll, { passive: true })
    window.addEventListener('resize', onScroll)
    return () => {
      window.removeEventListener('scroll', onScroll)
      window.removeEventListener('resize', onScroll)
    }
  }, [])
}
