import { useState } from 'react'

const step = 50

/** Of a list that may be long the first few, and more of them by and by. */
export function useMore<Item>(items: readonly Item[], first: number) {
  const [count, setCount] = useState(first)
  return {
    shown: items.slice(0, count),
    /** How many the next step brings; 0 when all are there. */
    more: Math.max(0, Math.min(step, items.length - count)),
    showMore: () => setCount(count + step),
  }
}
