import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import clsx from 'clsx'
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'

interface LongListProps<Row> {
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Height of a line in pixels until it is rendered. */
  readonly linePx: number
  readonly className?: string
  readonly children: (row: Row) => ReactNode
}

/** Scrolls with its surroundings. A line with the focus stays rendered, so that scrolling loses no input. */
export function LongList<Row>({ rows, keyOf, linePx, className, children }: LongListProps<Row>) {
  const list = useRef<HTMLUListElement>(null)
  const scroller = useRef<HTMLElement | null>(null)
  const [abovePx, setAbovePx] = useState(0)
  const [touched, setTouched] = useState<ReadonlySet<string>>(() => new Set())
  const staying = touched.size === 0 ? [] : rows.flatMap((row, index) => (touched.has(keyOf(row)) ? [index] : []))
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => (scroller.current ??= list.current && scrollerOf(list.current)),
    estimateSize: () => linePx,
    getItemKey: index => keyAt(index) ?? index,
    rangeExtractor: range => [...new Set([...staying, ...defaultRangeExtractor(range)])].sort((a, b) => a - b),
    scrollMargin: abovePx,
    overscan: 8,
  })
  // Content above comes and goes.
  useLayoutEffect(() => {
    if (list.current && scroller.current) setAbovePx(offsetWithin(list.current, scroller.current))
  })

  function keyAt(index: number): string | undefined {
    const row = rows[index]
    return row && keyOf(row)
  }
  function keep({ target }: FocusEvent): void {
    const key = keyAt(Number(target.closest('li')?.dataset.index))
    if (key !== undefined && !touched.has(key)) setTouched(new Set([...touched, key]))
  }

  return (
    <ul
      ref={list}
      onFocus={keep}
      className={clsx('relative box-content', className)}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const row = rows[index]
        return (
          row && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 border-line border-b py-2.5 last:border-b-0"
              style={{ top: start - abovePx }}
            >
              {children(row)}
            </li>
          )
        )
      })}
    </ul>
  )
}

function scrollerOf(element: Element): HTMLElement | null {
  const parent = element.parentElement
  return parent && /auto|scroll/.test(getComputedStyle(parent).overflowY) ? parent : parent && scrollerOf(parent)
}

/** Offset in pixels of an element below the top of its positioned scroller. */
function offsetWithin(element: HTMLElement, scroller: HTMLElement): number {
  const parent = element.offsetParent
  return element.offsetTop + (parent instanceof HTMLElement && parent !== scroller ? offsetWithin(parent, scroller) : 0)
}
