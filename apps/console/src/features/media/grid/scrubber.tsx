import clsx from 'clsx'
import { type KeyboardEvent, type PointerEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatMonth } from '../../../ui/text/format.ts'
import type { GridLayout, MonthCount } from './grid-layout.ts'
import { type Mark, marksOf, monthAtShare } from './scrubber-marks.ts'
import { useMonthInView } from './use-month-in-view.ts'

interface ScrubberProps {
  /** In the order of the files. */
  readonly months: readonly MonthCount[]
  /** The files, and where they stand. */
  readonly box: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  /** Goes to the first file of a month, by its place among all. */
  readonly onJump: (index: number) => void
}

const keysTogetherMs = 300

/** A scale of dates beside the files: pressed or pulled it leads to a month, however far down that is. */
export function Scrubber({ months, box, layout, onJump }: ScrubberProps) {
  const { t } = useTexts()
  const track = useRef<HTMLDivElement>(null)
  const [pulled, setPulled] = useState<Mark>()
  /** Where the last key led: the month in view follows a frame later, and keys can be faster. */
  const led = useRef({ to: 0, until: 0 })
  const month = useMonthInView(box, layout)
  const marks = useMemo(() => marksOf(months), [months])
  const scale = useMemo(() => marks.map(mark => <Line key={mark.month} {...mark} />), [marks])
  const at = Math.max(
    0,
    marks.findIndex(mark => mark.month === month),
  )
  const shown = pulled ?? marks[at]
  if (!shown || marks.length < 2) return null

  function markUnder({ clientY }: PointerEvent): Mark | undefined {
    const { top = 0, height = 1 } = track.current?.getBoundingClientRect() ?? {}
    return monthAtShare(marks, (clientY - top) / height)
  }
  function pull(event: PointerEvent): void {
    const mark = markUnder(event)
    if (!mark || mark === pulled) return
    setPulled(mark)
    onJump(mark.first)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }
    const step = steps[event.key]
    const from = performance.now() < led.current.until ? led.current.to : at
    const to =
      event.key === 'Home'
        ? 0
        : event.key === 'End'
          ? marks.length - 1
          : step === undefined
            ? undefined
            : Math.min(marks.length - 1, Math.max(0, from + step))
    const mark = to === undefined ? undefined : marks[to]
    if (to === undefined || !mark) return
    event.preventDefault()
    led.current = { to, until: performance.now() + keysTogetherMs }
    onJump(mark.first)
  }

  return (
    <div className="sticky top-(--under-header) h-[calc(100dvh-var(--under-header)-16px)] max-h-160 w-6 flex-none md:w-14">
      <div
        ref={track}
        role="slider"
        tabIndex={0}
        aria-label={t('media.dates')}
        aria-orientation="vertical"
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={at + 1}
        aria-valuetext={formatMonth(shown.month, 'long')}
        onKeyDown={onKeyDown}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pull(event)
        }}
        onPointerMove={event => pulled && pull(event)}
        onPointerUp={() => setPulled(undefined)}
        onPointerCancel={() => setPulled(undefined)}
        className="relative h-full cursor-ns-resize touch-none select-none rounded-md"
      >
        {scale}
        <span
          aria-hidden
          className="pointer-events-none absolute right-0 h-1 w-4 -translate-y-1/2 rounded-full bg-accent-text"
          style={{ top: `${shown.share * 100}%` }}
        />
        {!pulled && (
          <span
            aria-hidden
            className="pointer-events-none absolute right-4 -translate-y-1/2 bg-ground px-1 font-semibold text-caption max-md:hidden"
            style={{ top: `${shown.share * 100}%` }}
          >
            {formatMonth(shown.month)}
          </span>
        )}
        {pulled && (
          <span
            aria-hidden
            className="pointer-events-none absolute right-full mr-2 -translate-y-1/2 whitespace-nowrap rounded-md border border-line bg-raised px-2 py-1 text-small shadow-float"
            style={{ top: `${pulled.share * 100}%` }}
          >
            {formatMonth(pulled.month, 'long')}
          </span>
        )}
      </div>
    </div>
  )
}

function Line({ share, year }: Mark) {
  return (
    <span
      aria-hidden
      className="absolute right-0 flex -translate-y-1/2 items-center gap-1"
      style={{ top: `${share * 100}%` }}
    >
      {year && <span className="text-caption text-muted tabular-nums max-md:hidden">{year}</span>}
      <span className={clsx('h-px bg-line-strong', year ? 'w-3' : 'w-1.5')} />
    </span>
  )
}
