import { useEffect, useRef } from 'react'

/** Until a group has opened (its transition takes 200 ms) and its form has taken its height. */
const openingMs = 260
/** The header that sticks to the top of the page. */
const headerPx = 56

export const itemId = (group: string) => `group-${group}`

/**
 * Brings the group that a link, a press or Back has opened into view, unless its heading and the most of it are there, or
 * the focus has gone on to something else: that would leave the screen under whoever tabs.
 */
export function useOpenInView(open: string | undefined): void {
  const isFirst = useRef(true)
  useEffect(() => {
    const arrives = isFirst.current
    const before = document.activeElement
    const timer = setTimeout(() => {
      isFirst.current = false
      const item = open && document.getElementById(itemId(open))
      if (!item) return
      const focus = document.activeElement
      if (focus && focus !== before && !focus.contains(item) && !item.contains(focus)) return
      const { top, bottom } = item.getBoundingClientRect()
      const isReading = arrives && scrollY > 0 && top < innerHeight && bottom > headerPx
      const isShown = top >= headerPx && (bottom <= innerHeight || top < innerHeight / 3)
      if (isReading || isShown) return
      const still = arrives || matchMedia('(prefers-reduced-motion: reduce)').matches
      item.scrollIntoView({ block: 'start', behavior: still ? 'instant' : 'smooth' })
    }, openingMs)
    return () => clearTimeout(timer)
  }, [open])
}
