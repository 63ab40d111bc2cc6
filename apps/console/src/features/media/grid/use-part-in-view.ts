import { type RefObject, useEffect, useState } from 'react'

/** What of the grid is drawn, in pixels from its upper end. */
export interface PartInView {
  readonly fromPx: number
  readonly toPx: number
}

/** Drawn beyond what is in view on each side, and the step in which it changes, so that most frames of a scroll draw nothing. */
const aheadPx = 500
const stepPx = 250

/** The part of a long box that the window shows, and some more around it; changes in steps. */
export function usePartInView(box: RefObject<HTMLElement | null>): PartInView {
  const [part, setPart] = useState<PartInView>({ fromPx: 0, toPx: 2 * aheadPx })
  useEffect(() => {
    const measure = () => {
      if (!box.current) return
      const abovePx = -box.current.getBoundingClientRect().top
      const fromPx = Math.max(0, Math.floor((abovePx - aheadPx) / stepPx) * stepPx)
      const toPx = Math.ceil((abovePx + innerHeight + aheadPx) / stepPx) * stepPx
      setPart(now => (now.fromPx === fromPx && now.toPx === toPx ? now : { fromPx, toPx }))
    }
    measure()
    window.addEventListener('scroll', measure, { passive: true })
    window.addEventListener('resize', measure)
    const observer = new ResizeObserver(measure)
    if (box.current) observer.observe(box.current)
    return () => {
      window.removeEventListener('scroll', measure)
      window.removeEventListener('resize', measure)
      observer.disconnect()
    }
  }, [box])
  return part
}

/** Beyond this one has jumped, or flies past: what is there is asked for once it stays in view. */
const nearPx = 4000
const settleMs = 80

/** The part to load: what is in view, but for places that are only flown past. */
export function useSettledPart(part: PartInView): PartInView {
  const [settled, settle] = useState(part)
  const isNear = Math.abs(part.fromPx - settled.fromPx) <= nearPx
  if (isNear && (part.fromPx !== settled.fromPx || part.toPx !== settled.toPx)) settle(part)
  useEffect(() => {
    if (isNear) return
    const timer = setTimeout(() => settle(part), settleMs)
    return () => clearTimeout(timer)
  }, [part, isNear])
  return isNear ? part : settled
}
