import type { AuditAction } from '@hornets/contract/admin'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import type { Role } from '@hornets/contract/roles'
import type { Blocker } from './access-service.ts'

/** Entries of one save, newest first. */
export type SavedEntries = readonly [AuditEntry, ...AuditEntry[]]

export interface Undoable {
  readonly actions: readonly AuditAction[]
  /** Who can undo them, if not every operator. */
  readonly least?: Role
  /** What the entry changed; a later change of it ends the undo. Missing: its target. */
  readonly touches?: (entry: AuditEntry) => readonly string[]
  /** What must not have changed since, where that is less or more. */
  readonly needs?: (entry: AuditEntry) => readonly string[]
  /** All or nothing. Throws ApiError('conflict') if something of it was changed again since. */
  readonly revert: (entries: SavedEntries, by: Blocker) => Promise<void>
}
