import { nice, ticks as ticksBetween } from 'd3-array'

/** Width of a digit in tick labels (12 px, tabular numerals), measured in Inter. */
const digitPx = 7.2
const tickGapPx = 10
const tickEveryPx = 56

export interface ValueAxis {
  /** Value to pixel, from the top. */
  readonly y: (value: number) => number
  readonly ticks: readonly number[]
}

/** Zero to a round number at or above `max`. `whole`: no ticks between whole numbers. */
export function valueAxis(max: number, heightPx: number, whole = false): ValueAxis {
  const wanted = Math.max(2, Math.min(5, Math.round(heightPx / tickEveryPx)))
  const [, top] = nice(0, max > 0 ? max : 1, wanted)
  const ticks = ticksBetween(0, top, wanted)
  return { y: value => heightPx * (1 - value / top), ticks: whole ? ticks.filter(Number.isInteger) : ticks }
}

/** An axis with given ticks, from the first to the last, so it need not start at zero. */
export function givenAxis(ticks: readonly number[], heightPx: number): ValueAxis {
  const [first, last] = [ticks.at(0) ?? 0, ticks.at(-1) ?? 1]
  const span = last - first || 1
  return { y: value => heightPx * (1 - (value - first) / span), ticks }
}

/** Formats ticks by locale, all with the decimals of their step; abbreviated from 10,000 on (12K). */
export function tickFormat(ticks: readonly number[], locale: string): (tick: number) => string {
  const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0)) || 1
  const decimals = Math.max(0, Math.min(12, Math.ceil(-Math.log10(step) - 1e-9)))
  const short = Math.max(...ticks) >= 10_000
  const format = new Intl.NumberFormat(
    locale,
    short
      ? { notation: 'compact', maximumFractionDigits: 1 }
      : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  )
  return tick => (tick === 0 ? '0' : format.format(tick))
}

/** Space that a plot leaves to each of its labels. */
export function labelPx(labels: readonly string[]): number {
  return Math.ceil(Math.max(...labels.map(label => label.length)) * digitPx) + tickGapPx
}

/** Indices of the visible ticks, thinned out from the end until none touches another. */
export function shownTicks(places: readonly { readonly tick: string }[], widthPx: number, eachPx: number): number[] {
  const named = places.map((_, index) => index).filter(index => places[index]?.tick !== '')
  const every = Math.max(1, Math.ceil((named.length * eachPx) / Math.max(1, widthPx)))
  return named.filter((_, place) => (named.length - 1 - place) % every === 0)
}
