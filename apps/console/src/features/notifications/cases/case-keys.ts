import type { Verdict } from '@hornets/contract/admin/notifications/cases'

export type CaseAction = Verdict | 'skip' | 'previous' | 'undo' | 'hold' | 'media' | 'reason' | 'all'

/** The keys of the moderation inbox: this table defines the behaviour, the labels and the overview. */
export const caseKeys: readonly { readonly key: string; readonly does: CaseAction }[] = [
  { key: 'd', does: 'dismiss' },
  { key: 'x', does: 'delete' },
  { key: 'b', does: 'delete_and_block' },
  { key: 'w', does: 'warn' },
  { key: 'e', does: 'escalate' },
  { key: 's', does: 'skip' },
  { key: 'p', does: 'previous' },
  { key: 'z', does: 'undo' },
  { key: 'a', does: 'hold' },
  { key: 'm', does: 'media' },
  { key: 'r', does: 'reason' },
  { key: 'l', does: 'all' },
]

export const keyOfAction = (action: CaseAction): string => caseKeys.find(({ does }) => does === action)?.key ?? ''
