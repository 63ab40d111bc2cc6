import type { LedgerKind } from '@hornets/contract/admin/subscriptions/subscribers'
import type { GivenPart } from './gives.ts'
import { countable } from './tier.ts'

const dayMs = 86_400_000
/** The end of 9999: later times have no four digits for their year, and some no date at all. */
const lastEnd = Date.UTC(9999, 11, 31)

/** The part of a ledger entry that affects a subscription. */
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
  /** Limits that came with it (`gives.ts`). */
  readonly gives: string
}

/** The state of a subscription after all entries of its key. */
export interface Standing {
  readonly creditSats: number
  /** Start of the first subscription that was not undone; null for none. Milliseconds, as all times. */
  readonly since: number | null
  /** Last bought, given or changed. */
  readonly tier: string
  /** Months without a gap since then; a gap starts a new run, whose space is counted from zero. */
  readonly runStartedAt: number | null
  readonly expiresAt: number | null
  /** Space bought in this run. */
  readonly totalBytes: number
  /** Limits of the purchases of this run, each until it is used up. */
  readonly parts: readonly GivenPart[]
}

const nothing: Standing = {
  creditSats: 0,
  since: null,
  tier: '',
  runStartedAt: null,
  expiresAt: null,
  totalBytes: 0,
  parts: [],
}

/**
 * Applies one key's entries in order. An undone entry counts as if it never happened: later months move up into its
 * place.
 */
export function standingOf(entries: readonly Entry[]): Standing {
  const undone = new Set(entries.map(({ undoes }) => undoes))
  let standing = nothing
  for (const entry of entries) {
    const followed = undone.has(entry.id) ? standing : follow(standing, entry)
    standing = { ...followed, creditSats: standing.creditSats + entry.sats }
  }
  return standing
}

function follow(standing: Standing, { kind, at, tier, bytes, months, days, gives }: Entry): Standing {
  if (kind === 'tier_change') {
    const parts = [...standing.parts, { until: standing.expiresAt ?? at, gives }]
    return { ...standing, tier, totalBytes: countable(standing.totalBytes + bytes), parts }
  }
  if (kind !== 'purchase' && kind !== 'gift') return standing
  const isGap = standing.expiresAt === null || standing.expiresAt < at
  const start = isGap ? at : (standing.expiresAt as number)
  const expiresAt = Math.min(lastEnd, addMonths(start, months) + days * dayMs)
  return {
    ...standing,
    tier,
    since: standing.since ?? at,
    runStartedAt: isGap ? at : standing.runStartedAt,
    expiresAt,
    totalBytes: countable((isGap ? 0 : standing.totalBytes) + bytes),
    parts: [...(isGap ? [] : standing.parts), { until: expiresAt, gives }],
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
export function standingPurchases(entries: readonly Entry[]): readonly Entry[] {
  const undone = new Set(entries.map(({ undoes }) => undoes))
  return entries.filter(({ id, kind }) => kind === 'purchase' && !undone.has(id)).reverse()
}
