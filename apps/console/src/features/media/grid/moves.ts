import { besideVertically, type GridLayout } from './grid-layout.ts'

/** Where a key leads to from a place in the grid; undefined for keys that lead nowhere. */
export function moveBy(key: string, index: number, layout: GridLayout): number | undefined {
  const last = layout.count - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(last, index + 1)
    case 'ArrowLeft':
      return Math.max(0, index - 1)
    case 'ArrowDown':
      return besideVertically(layout, index, 1)
    case 'ArrowUp':
      return besideVertically(layout, index, -1)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
