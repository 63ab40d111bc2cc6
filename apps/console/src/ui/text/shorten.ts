/** `npub1x9v…k2fd`; unchanged if that would not be shorter. */
export function shortenMiddle(value: string, start = 10, end = 6): string {
  return value.length <= start + end + 1 ? value : `${value.slice(0, start)}…${value.slice(-end)}`
}
