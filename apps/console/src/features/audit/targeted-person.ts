import type { AuditEntry } from '@hornets/contract/admin/audit'

const key = /^(?:allowed-pubkeys: |key:)?([0-9a-f]{64})$/
/** Where a target in hex is an event, a file or a transaction. */
const aboutOthers = /^(events\.(?!delete_by_author)|files\.|moderation\.|pending\.|wallet\.)/
const aboutReported = /^(reports|cases)\./

/** The person whom an entry is about, hex. */
export function targetedPerson({ action, target }: Pick<AuditEntry, 'action' | 'target'>): string | undefined {
  const found = key.exec(target)?.[1]
  if (found === undefined || aboutOthers.test(action)) return undefined
  return aboutReported.test(action) && target === found ? undefined : found
}
