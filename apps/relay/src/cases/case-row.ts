import { messages } from '@hornets/contract'
import type { CaseCause } from '@hornets/contract/admin/notifications/cases'
import { wordReport } from '@hornets/contract/admin/notifications/reports'
import { ApiError } from '@hornets/server/api-error'
import type { CaseRow, Sources } from './case-store.ts'

export const closed = { is_open: 0, is_escalated: 0, held_by: null, held_until: 0 } as const
export const reopened = { is_open: 1, is_escalated: 0, held_by: null, held_until: 0, verdict: null } as const

export const eventIn = (target: string): string => (target.includes(':') ? '' : target)
export const fileIn = (target: string): string => (target.startsWith('file:') ? target.slice(5) : '')

/** Who works on it; null once their time is over. */
export const holderOf = ({ held_by, held_until }: CaseRow, now: number): string | null =>
  held_until > now ? held_by : null

export function assertFree(row: CaseRow, pubkey: string | null, now: number): void {
  const holder = holderOf(row, now)
  if (holder !== null && holder !== pubkey) throw new ApiError('conflict', messages.caseHeld)
}

export const openedAt = ({ report, judged }: Sources): number =>
  Math.min(
    report?.resolution === null ? report.created_at : Number.POSITIVE_INFINITY,
    judged?.created_at ?? Number.POSITIVE_INFINITY,
  )

export const typeOf = ({ report, judged }: Sources): string =>
  (report?.resolution === null ? report.type : undefined) ?? judged?.reason ?? ''

/** What brought it up; an appeal comes first, since somebody waits for its answer. */
export function causeOf(target: string, { report, reporters, judged }: Sources, relay: string): CaseCause {
  if (judged?.state === 'disputed') return 'appeal'
  if (report?.resolution !== null || !report) return 'judge'
  if (reporters.every(({ reporter }) => reporter === relay)) return report.type === wordReport ? 'word' : 'similar'
  if (fileIn(target) !== '') return 'file'
  return reporters.every(({ is_label }) => is_label === 1) ? 'label' : 'report'
}
