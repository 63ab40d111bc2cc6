import { type RefObject, useEffect, useRef, useState } from 'react'

/**
 * For a box that can scroll: a Tab stop while there is something to scroll, so that the keyboard reaches it (WCAG
 * 2.1.1), and none otherwise, where a stop would lead to nothing.
 */
export function useScrollStop<Box extends HTMLElement>(ref?: RefObject<Box | null>) {
  const own = useRef<Box>(null)
  const box = ref ?? own
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const { current } = box
    if (!current) return
    const look = () =>
      setScrolls(current.scrollWidth > current.clientWidth || current.scrollHeight > current.clientHeight)
    look()
    const observer = new ResizeObserver(look)
    for (const part of [current, ...current.children]) observer.observe(part)
    return () => observer.disconnect()
  })
  return { ref: box, tabIndex: scrolls ? 0 : undefined }
}
