import { type KeyboardEvent, type ReactNode, useState } from 'react'

/** The index that a key leads to from another; null = the key is not for the chart. */
export function indexAfterKey(key: string, index: number, count: number): number | null {
  const last = count - 1
  const within = (target: number) => Math.min(last, Math.max(0, target))
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(index - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return within(index + 1)
    case 'PageDown':
      return within(index - Math.max(1, Math.round(count / 10)))
    case 'PageUp':
      return within(index + Math.max(1, Math.round(count / 10)))
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}

export interface CursorProps {
  readonly count: number
  readonly index: number | null
  readonly onIndex: (index: number | null) => void
  /** Accessible name: which chart this is. */
  readonly label: string
  /** What stands at an index, in words. */
  readonly textAt: (index: number) => string
  /** Index under a pixel of this layer, or null where there is none. */
  readonly indexAt: (x: number, y: number) => number | null
  readonly children?: ReactNode
}

/**
 * The layer over a chart that hand and keyboard read it with. It is a slider: its value is the place in the chart, so
 * that arrow keys move through it and a screen reader speaks what stands there.
 */
export function Cursor({ count, index, onIndex, label, textAt, indexAt }: CursorProps) {
  const [isTouched, setTouched] = useState(false)
  const shown = index ?? count - 1

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') return onIndex(null)
    const next = indexAfterKey(event.key, index ?? (event.key === 'ArrowLeft' ? count : shown), count)
    if (next === null) return
    event.preventDefault()
    onIndex(next)
  }

  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={count - 1}
      aria-valuenow={shown}
      aria-valuetext={textAt(shown)}
      className="absolute inset-0 touch-pan-y rounded-md"
      onKeyDown={handleKey}
      onFocus={event => event.currentTarget.matches(':focus-visible') && onIndex(shown)}
      onBlur={() => onIndex(null)}
      onPointerDown={event => setTouched(event.pointerType !== 'mouse')}
      onPointerMove={event => {
        const box = event.currentTarget.getBoundingClientRect()
        onIndex(indexAt(event.clientX - box.left, event.clientY - box.top))
      }}
      onPointerLeave={() => {
        if (!isTouched) onIndex(null)
      }}
    />
  )
}
