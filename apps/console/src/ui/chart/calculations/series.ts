/** The fixed, colour-blind-safe sequence: the same thing has the same colour everywhere. */
export type SeriesColour = 'notes' | 'media' | 'profiles' | 'lightning' | 'errors' | 'muted'

/** One line or bar of a chart: its value in a row, name and colour. */
export interface Series<Row> {
  readonly key: string
  readonly label: string
  readonly colour: SeriesColour
  /** A dashed line behind the others: what it is compared with. */
  readonly isFaint?: boolean
  /** Null = unknown: nothing is drawn. */
  readonly value: (row: Row) => number | null
}

export interface RowChart<Row> {
  readonly rows: readonly Row[]
  readonly series: readonly Series<Row>[]
  readonly keyOf: (row: Row) => string
  /** A row's full and short name; an empty short name has no tick. */
  readonly nameOf: (row: Row) => string
  readonly tickOf: (row: Row) => string
  /** Unit above the axis; `format` adds it itself. */
  readonly unit?: string
  readonly format: (value: number) => string
  /** Further facts of a row, shown but not drawn. */
  readonly also?: readonly { readonly key: string; readonly label: string; readonly text: (row: Row) => string }[]
  /** Called with the row that is clicked, or chosen by Enter. */
  readonly onChoose?: (row: Row) => void
}

/** Charts only use colour tokens, so that both themes work. */
export const colourOf = (colour: SeriesColour) => `var(--${colour})`

/** A formatted value, or a dash if unknown. */
export const written = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)

export function largestValue<Row>({ rows, series }: Pick<RowChart<Row>, 'rows' | 'series'>): number {
  return Math.max(0, ...rows.flatMap(row => series.map(({ value }) => value(row) ?? 0)))
}

export function scaled<Row>(series: readonly Series<Row>[], factor: number): Series<Row>[] {
  return series.map(one => ({
    ...one,
    value: row => {
      const value = one.value(row)
      return value === null ? null : value * factor
    },
  }))
}
