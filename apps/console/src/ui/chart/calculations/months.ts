/** A row of a monthly series, `YYYY-MM`. */
export interface MonthRow {
  readonly month: string
}

/** Months since year 0, so that they can be added and compared. */
const ordinal = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const fromOrdinal = (months: number) =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`

/** Without gaps, oldest first, up to `now` or a later newest row. `empty` fills missing months. */
export function lastMonths<Row extends MonthRow>(
  rows: readonly Row[],
  count: number,
  now: Date,
  empty: (month: string) => Row,
): Row[] {
  if (rows.length === 0) return []
  const byMonth = new Map(rows.map(row => [ordinal(row.month), row]))
  const newest = Math.max(...byMonth.keys())
  const current = now.getUTCFullYear() * 12 + now.getUTCMonth()
  const last = newest > current - count ? Math.max(newest, current) : newest
  return Array.from({ length: count }, (_, index) => {
    const month = last - count + 1 + index
    return byMonth.get(month) ?? empty(fromOrdinal(month))
  })
}
