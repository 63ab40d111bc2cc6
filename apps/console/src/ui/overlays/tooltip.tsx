import { useEffect, useLayoutEffect, useRef, useState } from 'react'

export type TooltipSide = 'top' | 'right' | 'bottom'

/** Gives an element a tooltip. Visual only: screen readers use the element's name, which must say the same. */
export const tooltip = (text: string, side: TooltipSide = 'top') => ({
  'data-tooltip': text,
  'data-tooltip-side': side,
})

const delayMs = 400
const edgePx = 8

interface Shown {
  readonly text: string
  readonly side: TooltipSide
  readonly of: DOMRect
}

/** Shows the tooltip of the hovered or focused element, one at a time; mounted once by the app. */
export function TooltipHost() {
  const box = useRef<HTMLDivElement>(null)
  const shown = useShown(box)
  useLayoutEffect(() => {
    if (shown && box.current) place(box.current, shown)
  }, [shown])
  if (!shown) return null
  return (
    // The padding bridges the gap, so that the pointer can move onto the text (WCAG 1.4.13).
    <div ref={box} aria-hidden className="fixed top-0 left-0 z-60 p-1.5">
      <p className="max-w-80 break-words rounded-md border border-line bg-raised px-2 py-1 text-caption text-text shadow-float">
        {shown.text}
      </p>
    </div>
  )
}

function useShown(box: { readonly current: HTMLElement | null }): Shown | undefined {
  const [shown, show] = useState<Shown>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let at: HTMLElement | null = null
    const leave = () => {
      clearTimeout(timer)
      at = null
      show(undefined)
    }
    const go = (target: EventTarget | null, afterMs: number) => {
      if (!(target instanceof Element) || box.current?.contains(target)) return
      const next = target.closest<HTMLElement>('[data-tooltip]')
      if (next === at) return
      leave()
      if (!next) return
      at = next
      timer = setTimeout(() => {
        const { tooltip: text = '', tooltipSide = 'top' } = next.dataset
        if (next.isConnected) show({ text, side: tooltipSide as TooltipSide, of: next.getBoundingClientRect() })
      }, afterMs)
    }
    const handlers = {
      pointerover: event => event.pointerType === 'mouse' && go(event.target, delayMs),
      pointerdown: leave,
      focusin: event => (event.target as Element).matches(':focus-visible') && go(event.target, 0),
      focusout: leave,
      keydown: event => event.key === 'Escape' && leave(),
      scroll: leave,
    } satisfies { [E in keyof DocumentEventMap]?: (event: DocumentEventMap[E]) => void }
    const listeners = Object.entries(handlers) as [string, EventListener][]
    for (const [name, listener] of listeners) document.addEventListener(name, listener, true)
    return () => {
      clearTimeout(timer)
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true)
    }
  }, [box])
  return shown
}

/** Beside its element, on the requested side if there is room, and within the screen. */
function place(box: HTMLElement, { side, of }: Shown): void {
  const { width, height } = box.getBoundingClientRect()
  const isAbove = side === 'top' && of.top - height >= edgePx
  const wanted =
    side === 'right'
      ? { x: of.right, y: of.top + (of.height - height) / 2 }
      : { x: of.left + (of.width - width) / 2, y: isAbove ? of.top - height : of.bottom }
  const x = Math.max(edgePx, Math.min(wanted.x, innerWidth - width - edgePx))
  box.style.transform = `translate(${Math.round(x)}px, ${Math.round(wanted.y)}px)`
}
