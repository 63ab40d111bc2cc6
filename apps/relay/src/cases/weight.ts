import type { PersonStatus } from '@hornets/contract/admin/accounts/people'
import type { Sources } from './case-store.ts'

/** Who has more at stake here is heard sooner. Who pays weighs what a trusted key does, so that a weight tells nobody. */
const ofStatus: Readonly<Record<PersonStatus, number>> = {
  owner: 10,
  member: 5,
  paying: 3,
  trusted: 3,
  allowed: 3,
  blocked: 0,
}
const ofStranger = 1
/** What the relay itself has found, and what the judge has. */
const ofRelay = 3
const ofState = { flagged: 3, blocked: 5, pending: 3, disputed: 10, released: 0, deleted: 0 } as const
const weightMax = 100

export interface Weighed {
  readonly weight: number
  readonly reporters: number
}

/** A blocked key does not count, even if it also pays or is a member. */
export function weighReporter(statuses: readonly PersonStatus[]): number {
  if (statuses.includes('blocked')) return 0
  return Math.max(ofStranger, ...statuses.map(status => ofStatus[status]))
}

export function weigh(
  { report, reporters, judged }: Sources,
  of: { readonly statuses: (pubkey: string) => readonly PersonStatus[]; readonly relayKey: string },
): Weighed {
  const isOpen = report?.resolution === null
  const weights = isOpen
    ? reporters.map(({ reporter }) => (reporter === of.relayKey ? ofRelay : weighReporter(of.statuses(reporter))))
    : []
  const ofReports = weights.reduce((sum, weight) => sum + weight, 0)
  return {
    weight: Math.min(weightMax, ofReports + (judged ? ofState[judged.state] : 0)),
    reporters: weights.filter(weight => weight > 0).length,
  }
}
