import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { type GridLayout, monthAt } from './grid-layout.ts'
import { afterNextFrame, whenScrolled } from './when-scrolled.ts'

/** Where one looks when a month has been jumped to: under the header and the month's heading. */
const lookedAtPx = 140

export function useMonthInView(box: RefObject<HTMLElement | null>, layout: GridLayout): string {
  const [month, setMonth] = useState('')
  const measure = useEffectEvent(() => {
    if (!box.current) return
    const { scrollHeight } = document.documentElement
    // The last months may be too short to reach the upper end.
    const isAtEnd = scrollY > 0 && scrollY + innerHeight >= scrollHeight - 1
    const now = monthAt(layout, isAtEnd ? layout.heightPx : lookedAtPx - box.current.getBoundingClientRect().top)
    if (now !== month) setMonth(now)
  })
  useEffect(() => whenScrolled(() => measure()), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout has other months there
  useEffect(() => afterNextFrame(() => measure()), [layout])
  return month
}
