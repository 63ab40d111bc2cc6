/** An existing day: not February 30, and no year still being typed (0202). */
export function isDay(text: string): boolean {
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true
}

/** Whether the first day is after the last: then nothing matches. */
export function areDaysReversed({ from, to }: { readonly from: string; readonly to: string }): boolean {
  return isDay(from) && isDay(to) && from > to
}

/** When a day begins in the user's own time zone, some days later, as RFC 3339. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
