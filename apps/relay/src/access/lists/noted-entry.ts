import type { AccessEntry, AccessList, WordMatch } from '@hornets/contract/admin/access-lists'
import { toTimestamp } from '@hornets/server/clock'
import type { EntryRow } from './lists-store.ts'

/** An entry as the audit log has it. */
export type NotedEntry = Omit<AccessEntry, 'created_by_name'>

export const timeOf = (at: string | null) => (at === null ? null : Date.parse(at))

export const rowOf = (list: AccessList, { match = 'word', ...entry }: NotedEntry): EntryRow => ({
  list,
  value: entry.value,
  reason: entry.reason,
  created_by: entry.created_by,
  match: list === 'words' ? match : '',
  expires_at: timeOf(entry.expires_at),
  created_at: Date.parse(entry.created_at),
})

export const noted = ({ list, match, expires_at, created_at, value, reason, created_by }: EntryRow) => ({
  value,
  reason,
  created_by,
  expires_at: expires_at === null ? null : toTimestamp(expires_at),
  created_at: toTimestamp(created_at),
  ...(list === 'words' && { match: match as WordMatch }),
})
