import type { MonthCount } from './grid-layout.ts'

export interface Mark {
  readonly month: string
  /** Place of its first file among all. */
  readonly first: number
  /** Where it stands, from 0 at the upper end to 1. */
  readonly share: number
  /** Its year, where that is written: at the first month of it, where there is room. */
  readonly year: string | undefined
}

/** So far apart years are written at least, as a share of the scale. */
const yearsApart = 0.045

/** Each month as far down as its files stand. */
export function marksOf(months: readonly MonthCount[]): readonly Mark[] {
  const total = months.reduce((sum, { files }) => sum + files, 0)
  let first = 0
  let writtenAt = Number.NEGATIVE_INFINITY
  let before = ''
  return months.map(({ month, files }) => {
    const share = total === 0 ? 0 : first / total
    const year = month.slice(0, 4)
    const isWritten = year !== before && share - writtenAt >= yearsApart
    before = year
    if (isWritten) writtenAt = share
    const mark = { month, first, share, year: isWritten ? year : undefined }
    first += files
    return mark
  })
}

/** The month at a height of the scale. */
export const monthAtShare = (marks: readonly Mark[], share: number): Mark | undefined =>
  marks.findLast(mark => mark.share <= share) ?? marks[0]
