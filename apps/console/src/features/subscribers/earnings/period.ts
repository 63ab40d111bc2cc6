/** Months of the report, `YYYY-MM`; empty for what the relay shows unasked: the last 12. */
export interface Period {
  readonly from: string
  readonly to: string
}

const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text)

/** invalid values are ignored */
export function readPeriod({ from, to }: Readonly<Record<string, unknown>>): Period {
  const month = (value: unknown) => (isMonth(String(value)) ? String(value) : '')
  return { from: month(from), to: month(to) }
}

/** Is the first month after the last? Then nothing can fit, and nobody is asked. */
export const isReversed = ({ from, to }: Period): boolean => from !== '' && to !== '' && from > to

/** The period as the relay is asked for it. */
export const queryOf = ({ from, to }: Period) => ({ ...(from && { from }), ...(to && { to }) })
