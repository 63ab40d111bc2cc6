import type { LedgerKind } from '@hornets/contract/admin/subscriptions/timeline'
import type { GivenPart } from './gives.ts'
import { countable } from './tier.ts'

const dayMs = 86_400_000
/** The end of 9999: later times have no four digits for their year, and some no date at all. */
const lastEnd = Date.UTC(9999, 11, 31)

export interface Entry {
  readonly id: number
  readonly at: number
  readonly kind: LedgerKind
  readonly sats: number
  readonly tier: string
  readonly bytes: number
  readonly months: number
  readonly days: number
  readonly undoes: number | null
  readonly gives: string
}

export interface SubscriptionState {
  readonly creditSats: number
  /** Start of the first subscription that was not undone; null for none. Milliseconds, as all times. */
  readonly since: number | null
  readonly tier: string
  /** Months without a gap since then; a gap starts a new run, whose space is counted from zero. */
  readonly runStartedAt: number | null
  readonly expiresAt: number | null
  readonly totalBytes: number
  readonly parts: readonly GivenPart[]
}

const nothing: SubscriptionState = {
  creditSats: 0,
  since: null,
  tier: '',
  runStartedAt: null,
  expiresAt: null,
  totalBytes: 0,
  parts: [],
}

/** An undone entry counts as if it never happened: later months move up into its place. */
export function stateOf(entries: readonly Entry[]): SubscriptionState {
  const undone = new Set(entries.map(({ undoes }) => undoes))
  let state = nothing
  for (const entry of entries) {
    const followed = undone.has(entry.id) ? state : follow(state, entry)
    state = { ...followed, creditSats: state.creditSats + entry.sats }
  }
  return state
}

function follow(state: SubscriptionState, { kind, at, tier, bytes, months, days, gives }: Entry): SubscriptionState {
  if (kind === 'tier_change') {
    const parts = [...state.parts, { until: state.expiresAt ?? at, gives }]
    return { ...state, tier, totalBytes: countable(state.totalBytes + bytes), parts }
  }
  const isGiven = kind === 'gift' || (kind === 'brought' && days > 0)
  if (kind !== 'purchase' && !isGiven) return state
  const isGap = state.expiresAt === null || state.expiresAt < at
  const start = isGap ? at : (state.expiresAt as number)
  const expiresAt = Math.min(lastEnd, addMonths(start, months) + days * dayMs)
  return {
    ...state,
    tier,
    since: state.since ?? at,
    runStartedAt: isGap ? at : state.runStartedAt,
    expiresAt,
    totalBytes: countable((isGap ? 0 : state.totalBytes) + bytes),
    parts: [...(isGap ? [] : state.parts), { until: expiresAt, gives }],
  }
}

/** The same day this many months later, UTC; the last day of a shorter month. */
export function addMonths(timeMs: number, months: number): number {
  if (months === 0) return timeMs
  const date = new Date(timeMs)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return date.getTime()
}

/** Entries that a reversal can undo, latest first: purchases not yet undone. */
export function undoablePurchases(entries: readonly Entry[]): readonly Entry[] {
  const undone = new Set(entries.map(({ undoes }) => undoes))
  return entries.filter(({ id, kind }) => kind === 'purchase' && !undone.has(id)).reverse()
}
