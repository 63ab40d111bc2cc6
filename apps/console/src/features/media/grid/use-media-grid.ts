import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { useSteadyScreenClass } from '../../../ui/page/layout-hold.ts'
import { filesByMonth, queryOf } from '../files/file-queries.ts'
import { useFiles, type View } from '../files/use-files.ts'
import { type FileSearch, filterOf } from '../filters/file-search.ts'
import { type GridShape, layOut, linesBetween, rowWith } from './grid-layout.ts'
import { useEndless } from './use-endless.ts'
import { usePartToLoad } from './use-part-in-view.ts'

/** Cards a row (MEDIA-07). */
const columnsOf = { mobile: 2, tablet: 4, desktop: 6 } as const
const gapPx = 12
/** The caption under a thumbnail, with the borders of a card. */
const captionPx = 54
const headPx = 44

/** The files of a search, and where their cards stand. `open` is the file in the lightbox. */
export function useMediaGrid(search: FileSearch, open: number | undefined) {
  const [box, widthPx] = useWidth<HTMLDivElement>()
  const part = usePartToLoad(box)
  const shape = useShape(widthPx)
  const isByTime = search.sort === 'newest'
  const counted = useQuery({ ...filesByMonth(filterOf(search)), enabled: isByTime })
  const months = (isByTime && counted.data?.months) || none
  const files = useFiles(queryOf(search), count => {
    const lines = linesBetween(layOut(count, months, shape), part.fromPx, part.toPx)
    const rows = lines.filter(line => line.kind === 'row')
    const inView: View = { first: rows[0]?.first ?? 0, last: (rows.at(-1)?.first ?? 0) + shape.columns - 1 }
    return open === undefined ? [inView] : [inView, { first: open - 1, last: open + 1 }]
  })
  const { count = 0 } = files
  const layout = useMemo(() => layOut(count, months, shape), [count, months, shape])
  const wanted = useRef<number>(undefined)
  useEndless(files.canLoadMore, files.loadMore)
  useLayoutEffect(() => {
    if (wanted.current === undefined || !box.current) return
    const row = rowWith(layout, wanted.current)
    if (!row) return
    wanted.current = undefined
    const isFirst = layout.sections.some(({ first }) => first === (row.kind === 'row' ? row.first : -1))
    scrollToPx(box.current, row.topPx - (isFirst ? headPx : 0))
  })

  return {
    box,
    files,
    layout,
    months,
    jumpTo(index: number): void {
      wanted.current = index
      // Some more behind it, so that it can be at the upper end of the window.
      files.reach(Math.min(index + jumpAhead, (files.meta?.total ?? 1) - 1))
    },
  }
}

const none: readonly never[] = []
const jumpAhead = 60

function useShape(widthPx: number): GridShape {
  const columns = columnsOf[useSteadyScreenClass()]
  return useMemo(() => {
    const cardPx = Math.max(0, (widthPx - gapPx * (columns - 1)) / columns)
    return { columns, cardPx, rowPx: cardPx + captionPx + gapPx, headPx }
  }, [columns, widthPx])
}

/** Under the header, which stays while the page scrolls. */
function scrollToPx(box: HTMLElement, px: number): void {
  const underHeader = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0
  scrollTo({ top: box.getBoundingClientRect().top + scrollY + px - underHeader })
}
