import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenScrolled } from './when-scrolled.ts'

export interface PartInView {
  readonly fromPx: number
  readonly toPx: number
}

/** How much beyond what is in view is drawn and loaded on each side. */
const drawnAheadPx = 500
const loadedAheadPx = 1000
/** Each change of what is loaded renders the whole page. */
const loadedStepPx = 1000
/** Beyond this one has jumped, or flies past: what is there is asked for once it stays in view. */
const nearPx = 4000
const leastStepPx = 100
const settleMs = 80

/** In view, and some around it. It moves by rows, so that most frames of a scroll draw nothing. */
export function usePartInView(box: RefObject<HTMLElement | null>, rowPx: number): PartInView {
  const [part, setPart] = useState<PartInView>({ fromPx: 0, toPx: 2 * drawnAheadPx })
  useMeasured(box, () => {
    const next = box.current && moved(part, box.current, drawnAheadPx, Math.max(leastStepPx, rowPx))
    // To set what is set already would draw once more.
    if (next && next !== part) setPart(next)
  })
  return part
}

/** The part to load: what is in view, except while scrolling fast. */
export function usePartToLoad(box: RefObject<HTMLElement | null>): PartInView {
  const [part, setPart] = useState<PartInView>({ fromPx: 0, toPx: 2 * loadedAheadPx })
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  useMeasured(box, () => {
    clearTimeout(settling.current)
    if (!box.current) return
    const next = moved(part, box.current, loadedAheadPx, loadedStepPx)
    if (next === part) return
    if (Math.abs(next.fromPx - part.fromPx) <= nearPx) setPart(next)
    else settling.current = setTimeout(() => setPart(next), settleMs)
  })
  useEffect(() => () => clearTimeout(settling.current), [])
  return part
}

/** The part that is in view now; the same object while it has not changed. */
function moved(before: PartInView, box: HTMLElement, aheadPx: number, stepPx: number): PartInView {
  const seenPx = Math.floor(-box.getBoundingClientRect().top / stepPx) * stepPx
  const fromPx = Math.max(0, seenPx - aheadPx)
  const toPx = seenPx + innerHeight + stepPx + aheadPx
  return before.fromPx === fromPx && before.toPx === toPx ? before : { fromPx, toPx }
}

/** Calls back whenever the window or the box may show something else. */
function useMeasured(box: RefObject<HTMLElement | null>, onMove: () => void): void {
  const measure = useEffectEvent(onMove)
  useEffect(() => {
    measure()
    const stop = whenScrolled(() => measure())
    const observer = new ResizeObserver(() => measure())
    if (box.current) observer.observe(box.current)
    return () => {
      stop()
      observer.disconnect()
    }
  }, [box])
}
