import { useEffect, useRef } from 'react'

/** Time until a group is open (a 200 ms transition) and its form has its height. */
const openingMs = 260
/** Height of the sticky header. */
const headerPx = 56

export const itemId = (group: string) => `group-${group}`

/** Unless its heading and most of it are visible, or the focus has moved on: that would disturb keyboard users. */
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
