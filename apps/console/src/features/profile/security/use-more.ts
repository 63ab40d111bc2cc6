import { useState } from 'react'

const step = 50

export function useMore<Item>(items: readonly Item[], first: number) {
  const [count, setCount] = useState(first)
  return {
    shown: items.slice(0, count),
    /** How many the next step adds; 0 if all are shown. */
    more: Math.max(0, Math.min(step, items.length - count)),
    showMore: () => setCount(count + step),
  }
}
