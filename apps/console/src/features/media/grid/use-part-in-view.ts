import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { afterFrame } from './after-frame.ts'

/** A part of the grid, in pixels from its upper end. */
export interface PartInView {
  readonly fromPx: number
  readonly toPx: number
}

/** How much beyond what is in view belongs to a part on each side, and the step in which it changes. */
interface Steps {
  readonly aheadPx: number
  readonly stepPx: number
}

/** Drawn: so often that a step adds few cards, so seldom that most frames of a scroll draw nothing. */
const drawn: Steps = { aheadPx: 500, stepPx: 250 }
/** Loaded: each change renders the whole page. */
const loaded: Steps = { aheadPx: 1000, stepPx: 1000 }
/** Beyond this one has jumped, or flies past: what is there is asked for once it stays in view. */
const nearPx = 4000
const settleMs = 80

/** The part of a long box that is drawn: what the window shows, and some more around it. */
export function usePartInView(box: RefObject<HTMLElement | null>): PartInView {
  const [part, setPart] = useState<PartInView>({ fromPx: 0, toPx: 2 * drawn.aheadPx })
  useMeasured(box, () => {
    if (box.current) setPart(moved(part, box.current, drawn))
  })
  return part
}

/** The part to load: what is in view, except while scrolling fast. */
export function usePartToLoad(box: RefObject<HTMLElement | null>): PartInView {
  const [part, setPart] = useState<PartInView>({ fromPx: 0, toPx: 2 * loaded.aheadPx })
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  useMeasured(box, () => {
    clearTimeout(settling.current)
    if (!box.current) return
    const next = moved(part, box.current, loaded)
    if (Math.abs(next.fromPx - part.fromPx) <= nearPx) setPart(next)
    else settling.current = setTimeout(() => setPart(next), settleMs)
  })
  useEffect(() => () => clearTimeout(settling.current), [])
  return part
}

/** The part that is in view now; the same object while it has not changed. */
function moved(before: PartInView, box: HTMLElement, { aheadPx, stepPx }: Steps): PartInView {
  const abovePx = -box.getBoundingClientRect().top
  const fromPx = Math.max(0, Math.floor((abovePx - aheadPx) / stepPx) * stepPx)
  const toPx = Math.ceil((abovePx + innerHeight + aheadPx) / stepPx) * stepPx
  return before.fromPx === fromPx && before.toPx === toPx ? before : { fromPx, toPx }
}

/** Calls back whenever the window or the box may show something else. */
function useMeasured(box: RefObject<HTMLElement | null>, onMove: () => void): void {
  const measure = useEffectEvent(onMove)
  useEffect(() => {
    const { ask, cancel } = afterFrame(() => measure())
    measure()
    window.addEventListener('scroll', ask, { passive: true })
    window.addEventListener('resize', ask)
    const observer = new ResizeObserver(() => measure())
    if (box.current) observer.observe(box.current)
    return () => {
      cancel()
      window.removeEventListener('scroll', ask)
      window.removeEventListener('resize', ask)
      observer.disconnect()
    }
  }, [box])
}
