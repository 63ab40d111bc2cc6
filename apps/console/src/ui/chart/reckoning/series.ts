/** The fixed, colour-blind-safe sequence: the same thing has the same colour everywhere. */
export type SeriesColour = 'notes' | 'media' | 'profiles' | 'lightning' | 'errors' | 'muted'

/** One line or bar of a chart: how to read it from a row, and how it is called and coloured. */
export interface Series<Row> {
  readonly key: string
  readonly label: string
  readonly colour: SeriesColour
  /** Null = not known: nothing is drawn there. */
  readonly value: (row: Row) => number | null
}

/** What a chart of rows is made of. */
export interface RowChart<Row> {
  readonly rows: readonly Row[]
  readonly series: readonly Series<Row>[]
  readonly keyOf: (row: Row) => string
  /** What a row is called: in full, and short enough for an axis; an empty short name has no tick. */
  readonly nameOf: (row: Row) => string
  readonly tickOf: (row: Row) => string
  /** Unit of the values, above the axis; `format` writes it itself. */
  readonly unit?: string
  /** Writes a value with its unit, by the locale. */
  readonly format: (value: number) => string
  /** More about a row that is told but not drawn. */
  readonly also?: readonly { readonly key: string; readonly label: string; readonly text: (row: Row) => string }[]
}

/** Charts name tokens only, so that both themes follow by themselves. */
export const colourOf = (colour: SeriesColour) => `var(--${colour})`

/** A value as it is written, or a dash where it is not known. */
export const written = (value: number | null, format: (value: number) => string) =>
  value === null ? '–' : format(value)

export function largestValue<Row>({ rows, series }: Pick<RowChart<Row>, 'rows' | 'series'>): number {
  return Math.max(0, ...rows.flatMap(row => series.map(({ value }) => value(row) ?? 0)))
}

/** The same values told in another unit. */
export function scaled<Row>(series: readonly Series<Row>[], factor: number): Series<Row>[] {
  return series.map(one => ({
    ...one,
    value: row => {
      const value = one.value(row)
      return value === null ? null : value * factor
    },
  }))
}
