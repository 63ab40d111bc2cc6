/** The fixed, colour-blind-safe sequence: the same thing has the same colour everywhere. */
export type SeriesColour = 'notes' | 'media' | 'profiles' | 'lightning' | 'errors'

/** One line or bar of a chart: how to read it from a row, and how it is called and coloured. */
export interface Series<Row> {
  readonly key: string
  readonly label: string
  readonly colour: SeriesColour
  readonly value: (row: Row) => number
}

/** Charts name tokens only, so that both themes follow by themselves. */
export const colourOf = (colour: SeriesColour) => `var(--${colour})`
