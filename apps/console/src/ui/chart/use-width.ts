import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** An element's width in whole pixels, kept current; 0 before the first layout. */
export function useWidth<E extends HTMLElement>(): [RefObject<E | null>, number] {
  const ref = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = (px: number) => setWidth(Math.floor(px))
    measure(element.clientWidth)
    const observer = new ResizeObserver(entries => {
      const last = entries.at(-1)
      if (last) measure(last.contentRect.width)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, width]
}
