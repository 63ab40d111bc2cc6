import { type RefObject, useLayoutEffect } from 'react'

const heights = new Map<Element, number>()

/** Read by the style sheet: what floats at the lower edge stands above the bar (toast-host.tsx). */
const property = '--bar-height'

function tell(): void {
  const { style } = document.documentElement
  const height = Math.max(0, ...heights.values())
  if (height > 0) style.setProperty(property, `${height}px`)
  else style.removeProperty(property)
}

/** Tells how high the bar at the lower edge is, in CSS pixels, while it stands there; one that is hidden has no height. */
export function useBarHeight(bar: RefObject<Element | null>, active: boolean): void {
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || !active) return
    const observer = new ResizeObserver(() => {
      heights.set(element, element.getBoundingClientRect().height)
      tell()
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      heights.delete(element)
      tell()
    }
  }, [bar, active])
}
