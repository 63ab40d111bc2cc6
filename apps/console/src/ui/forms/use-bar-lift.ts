import { type RefObject, useLayoutEffect } from 'react'

/** Height in CSS pixels that notifications may reach: bars above do not collide. */
const reachPx = 320
const gapPx = 12

const lifts = new Map<Element, number>()

/** For the style sheet: how far above the lower edge notifications start (toast-host.tsx). */
const property = '--bar-lift'

function tell(bar: Element, lift: number | undefined): void {
  if (lifts.get(bar) === lift) return
  if (lift === undefined) lifts.delete(bar)
  else lifts.set(bar, lift)
  document.documentElement.style.setProperty(property, `${Math.max(0, ...lifts.values())}px`)
}

/** How far notifications must rise for a bar at its current position; 0 if it is hidden or high above. */
function liftOf(bar: Element): number {
  const { top, bottom } = bar.getBoundingClientRect()
  const isInReach = bottom > innerHeight - reachPx && top < innerHeight
  return isInReach ? Math.round(innerHeight - top) + gapPx : 0
}

/** While active, keeps notifications above this bar. */
export function useBarLift(place: RefObject<Element | null>, active: boolean): void {
  useLayoutEffect(() => {
    const bar = place.current
    if (!bar || !active) return
    const look = () => tell(bar, liftOf(bar))
    const observer = new ResizeObserver(look)
    // Content growing above also moves it.
    for (const one of [bar, document.body]) observer.observe(one)
    document.addEventListener('scroll', look, { capture: true, passive: true })
    addEventListener('resize', look)
    return () => {
      observer.disconnect()
      document.removeEventListener('scroll', look, { capture: true })
      removeEventListener('resize', look)
      tell(bar, undefined)
    }
  }, [place, active])
}
