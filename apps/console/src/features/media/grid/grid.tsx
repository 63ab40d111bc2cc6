import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { useTexts } from '../../../i18n/texts.ts'
import { formatMonth } from '../../../ui/text/format.ts'
import type { MediaFile } from '../files/media-file.ts'
import type { Selection } from '../selection/selection.ts'
import { type GridLayout, type GridLine, linesBetween, rowWith } from './grid-layout.ts'
import { moveBy } from './moves.ts'
import { Row } from './row.tsx'
import type { GridPlace } from './use-grid-place.ts'
import { usePartInView } from './use-part-in-view.ts'

/** What a press or a key on a card asks for. */
export interface GridActions {
  readonly onPress: (index: number, isRange: boolean) => void
  /** `start`: where a range begins that has no beginning yet. */
  readonly onToggle: (index: number, isRange: boolean, start?: number) => void
  readonly onMenu: (index: number, button: HTMLElement) => void
  readonly onDelete: (index: number) => void
  readonly onChooseLoaded: () => void
  readonly onEscape: () => void
}

interface GridProps extends GridActions {
  readonly box: RefObject<HTMLDivElement | null>
  readonly layout: GridLayout
  readonly total: number
  readonly fileAt: (index: number) => MediaFile | undefined
  readonly isChoosing: boolean
  readonly selection: Selection
  readonly place: GridPlace
}

/** The cards in view, by month. One stop of the tab key; arrows lead on from there. */
export function Grid({ box, layout, total, fileAt, isChoosing, selection, place, ...actions }: GridProps) {
  const { columns, cardPx, rowPx } = layout.shape
  const part = usePartInView(box, rowPx)
  const inView = linesBetween(layout, part.fromPx, part.toPx)
  const firstRow = inView.find(line => line.kind === 'row')
  // Without the keyboard in it, the tab key leads to what is in view.
  const current = place.current ?? firstRow?.first ?? 0
  const lines = withCurrent(inView, place.current === undefined ? undefined : rowWith(layout, place.current))

  function onClick(event: MouseEvent): void {
    const found = partOf(event.target)
    if (!found) return
    place.stand(found.index)
    if (found.part === 'menu') actions.onMenu(found.index, found.button)
    else actions.onPress(found.index, event.shiftKey)
  }
  function onKeyDown(event: KeyboardEvent): void {
    const found = partOf(event.target)
    if (!found || event.altKey) return
    const isMod = event.ctrlKey || event.metaKey
    if (isMod ? event.key.toLowerCase() === 'a' : actOn(event, found)) event.preventDefault()
    if (isMod && event.key.toLowerCase() === 'a') actions.onChooseLoaded()
  }
  /** Was the key one of ours? */
  function actOn({ key, shiftKey }: KeyboardEvent, { index, part }: NonNullable<ReturnType<typeof partOf>>): boolean {
    const next = moveBy(key, index, layout)
    if (next !== undefined) {
      if (next === index) return true
      if (shiftKey) actions.onToggle(next, true, index)
      place.focus(next)
      return true
    }
    if (key === 'x' || (key === ' ' && part === 'open')) actions.onToggle(index, shiftKey)
    else if (key === 'Delete') actions.onDelete(index)
    else if (key === 'Escape') actions.onEscape()
    else return false
    return true
  }

  function onFocus(event: FocusEvent): void {
    const found = partOf(event.target)
    if (found && found.index !== place.current) place.stand(found.index)
  }
  function onBlur(event: FocusEvent): void {
    if (event.relatedTarget && !box.current?.contains(event.relatedTarget)) place.leave()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: serves the buttons within, which are what is pressed
    <div
      ref={box}
      onClick={onClick}
      onKeyDown={onKeyDown}
      // Some browsers press a button when the space bar is let go.
      onKeyUp={event => event.key === ' ' && partOf(event.target)?.part === 'open' && event.preventDefault()}
      onFocus={onFocus}
      onBlur={onBlur}
      className="relative"
      style={{ height: layout.heightPx }}
    >
      {lines.map((line, at) => {
        if (line.kind === 'head') return <Head key={`head ${line.month}`} line={line} />
        const { topPx, first, count } = line
        const files = Array.from({ length: count }, (_, column) => fileAt(first + column))
        return (
          <Row
            // Rows without a file are moved, not drawn again: a fast scroll passes hundreds of them.
            key={files.some(Boolean) ? first : `empty ${at}`}
            {...{ topPx, first, columns, cardPx, files, total, isChoosing, selection }}
            current={current >= first && current < first + count ? current : undefined}
          />
        )
      })}
    </div>
  )
}

function Head({ line }: { readonly line: Extract<GridLine, { kind: 'head' }> }) {
  const { t } = useTexts()
  return (
    <h2
      className="absolute inset-x-0 flex h-10 items-end gap-2 pb-2 font-semibold text-body"
      style={{ top: line.topPx }}
    >
      {formatMonth(line.month, 'long')}
      <span className="font-normal text-muted text-small tabular-nums">{t('media.files', { count: line.files })}</span>
    </h2>
  )
}

/** The row of the keyboard stays in the document, so that the focus is not lost by scrolling. */
function withCurrent(lines: readonly GridLine[], current: GridLine | undefined): readonly GridLine[] {
  if (!current || lines.some(line => line.topPx === current.topPx)) return lines
  return [...lines, current].sort((a, b) => a.topPx - b.topPx)
}

function partOf(target: EventTarget) {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-part]') : null
  const index = button?.closest<HTMLElement>('[data-index]')?.dataset.index
  return button && index !== undefined
    ? { button, part: button.dataset.part as 'open' | 'menu', index: Number(index) }
    : undefined
}
