/** Months since year 0, in UTC: `year × 12 + month index`, so that they can be compared and subtracted. */
export function monthOf(unixSeconds: number): number {
  const date = new Date(unixSeconds * 1000)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export function monthName(month: number): string {
  return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
}
