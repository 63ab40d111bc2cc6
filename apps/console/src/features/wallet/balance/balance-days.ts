import type { BalanceHistory } from '@hornets/contract/wallet/accounting'
import type { Rate } from '../../../ui/text/usd.ts'

const dayMs = 24 * 60 * 60_000
/** More points are indistinguishable. */
const pointsMost = 400

export const ranges = ['week', 'month', 'year', 'all'] as const
export type Range = (typeof ranges)[number]

/** Undefined: from the first day on. */
export const daysOf: Readonly<Record<Range, number | undefined>> = { week: 7, month: 30, year: 365, all: undefined }

export interface BalanceDay {
  /** Milliseconds: start of the day (UTC). */
  readonly at: number
  /** At its end; for today, now. */
  readonly sats: number
  /** Dollars per bitcoin of that day; null if unknown. */
  readonly rate: number | null
}

/** Including days without changes. Long ranges skip days but include today: balances are never averaged. */
export function balanceDays(history: BalanceHistory, days: number | undefined, rates: readonly Rate[], nowMs: number) {
  const today = Math.floor(nowMs / dayMs) * dayMs
  const first = days === undefined ? startOf(history, today) : today - (days - 1) * dayMs
  const count = Math.round((today - first) / dayMs) + 1
  const step = Math.ceil(count / pointsMost)
  const closing = new Map(history.days.map(({ day, sats }) => [Date.parse(day), sats]))
  const rateOf = ratesByDay(rates)
  const rows: BalanceDay[] = []
  let sats = history.opening_sats
  for (let at = first; at <= today; at += dayMs) {
    sats = closing.get(at) ?? sats
    if (((today - at) / dayMs) % step === 0) rows.push({ at, sats, rate: rateOf.get(at) ?? null })
  }
  return rows
}

/** The day before the first change, so that the beginning is visible. */
function startOf({ days: [first] }: BalanceHistory, today: number): number {
  return first ? Math.min(Date.parse(first.day) - dayMs, today) : today
}

function ratesByDay(rates: readonly Rate[]): ReadonlyMap<number, number> {
  return new Map(rates.map(({ at, usd }) => [Math.floor(at / dayMs) * dayMs, usd]))
}
