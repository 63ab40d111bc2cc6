/** The places of cards, computed from counts alone: a hundred thousand files cost as little as a hundred. */

export interface GridShape {
  readonly columns: number
  readonly cardPx: number
  /** From the top of one row to the top of the next. */
  readonly rowPx: number
  /** Height of a month's heading. */
  readonly headPx: number
}

interface Section {
  /** `YYYY-MM`; empty where files do not stand by month. */
  readonly month: string
  readonly files: number
  /** Place of its first file among all. */
  readonly first: number
  /** Files of it that have a place. */
  readonly count: number
  readonly topPx: number
  /** Without a heading 0. */
  readonly headPx: number
}

export interface GridLayout {
  readonly shape: GridShape
  readonly sections: readonly Section[]
  readonly count: number
  readonly heightPx: number
}

export interface MonthCount {
  readonly month: string
  readonly files: number
}

export type GridLine =
  | { readonly kind: 'head'; readonly topPx: number; readonly month: string; readonly files: number }
  | { readonly kind: 'row'; readonly topPx: number; readonly first: number; readonly count: number }

/** Files that no month counts are at the end without a heading, or all where there are none. */
export function layOut(count: number, months: readonly MonthCount[], shape: GridShape): GridLayout {
  const sections: Section[] = []
  let first = 0
  let topPx = 0
  const add = (month: string, files: number) => {
    const placed = Math.min(files, count - first)
    if (placed <= 0) return
    const headPx = month ? shape.headPx : 0
    sections.push({ month, files, first, count: placed, topPx, headPx })
    first += placed
    topPx += headPx + Math.ceil(placed / shape.columns) * shape.rowPx
  }
  for (const { month, files } of months) add(month, files)
  add('', count - first)
  return { shape, sections, count, heightPx: topPx }
}

/** The lines that any part of stands between two heights. */
export function linesBetween({ sections, shape }: GridLayout, fromPx: number, toPx: number): GridLine[] {
  const lines: GridLine[] = []
  for (let at = lastBy(sections, ({ topPx }) => topPx <= fromPx); at < sections.length; at += 1) {
    const section = sections[at]
    if (!section || section.topPx >= toPx) break
    const { month, files, topPx, headPx } = section
    if (headPx > 0 && topPx + headPx > fromPx) lines.push({ kind: 'head', topPx, month, files })
    const rows = Math.ceil(section.count / shape.columns)
    const rowsPx = topPx + headPx
    const last = Math.min(rows, Math.ceil((toPx - rowsPx) / shape.rowPx))
    for (let row = Math.max(0, Math.floor((fromPx - rowsPx) / shape.rowPx)); row < last; row += 1)
      lines.push(rowOf(section, row, shape))
  }
  return lines
}

/** The row in which a file stands. */
export function rowWith({ sections, shape, count }: GridLayout, index: number): GridLine | undefined {
  const section = sections[lastBy(sections, ({ first }) => first <= index)]
  if (!section || index < 0 || index >= count) return undefined
  return rowOf(section, Math.floor((index - section.first) / shape.columns), shape)
}

/** The month at a height. */
export function monthAt({ sections }: GridLayout, px: number): string {
  return sections[lastBy(sections, ({ topPx }) => topPx <= px)]?.month ?? ''
}

/** The file above or below, in the same column where that row is long enough. */
export function besideVertically(layout: GridLayout, index: number, rows: 1 | -1): number {
  const { columns } = layout.shape
  const here = rowWith(layout, index)
  if (here?.kind !== 'row') return index
  const column = index - here.first
  const there = rowWith(layout, rows > 0 ? here.first + here.count : here.first - 1)
  if (there?.kind !== 'row') return index
  return there.first + Math.min(column, there.count - 1, columns - 1)
}

function rowOf(section: Section, row: number, { columns, rowPx }: GridShape): GridLine {
  const first = section.first + row * columns
  const count = Math.min(columns, section.first + section.count - first)
  return { kind: 'row', topPx: section.topPx + section.headPx + row * rowPx, first, count }
}

/** Place of the last one that passes, of a list in which those that pass come first; 0 where none does. */
function lastBy<Item>(items: readonly Item[], passes: (item: Item) => boolean): number {
  let low = 0
  let high = items.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (passes(items[middle] as Item)) low = middle
    else high = middle - 1
  }
  return low
}
