import { type KeyboardEvent, type ReactNode, useState } from 'react'

/** The index that a key moves to; null = the chart ignores the key. */
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
  /** Called at a click and Enter. */
  readonly onChoose?: (index: number) => void
  /** Accessible name of the chart. */
  readonly label: string
  /** Content at an index, in words. */
  readonly textAt: (index: number) => string
  /** Index at a pixel of this layer; null if there is none. */
  readonly indexAt: (x: number, y: number) => number | null
  readonly children?: ReactNode
}

/** A slider whose value is the position: arrow keys move through the chart, a screen reader speaks the content. */
export function Cursor({ count, index, onIndex, onChoose, label, textAt, indexAt }: CursorProps) {
  const [isTouched, setTouched] = useState(false)
  const shown = index ?? count - 1

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Escape') return onIndex(null)
    if (event.key === 'Enter') return onChoose?.(shown)
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
      onClick={event => {
        const box = event.currentTarget.getBoundingClientRect()
        const chosen = indexAt(event.clientX - box.left, event.clientY - box.top)
        if (chosen !== null) onChoose?.(chosen)
      }}
      onPointerLeave={() => {
        if (!isTouched) onIndex(null)
      }}
    />
  )
}
