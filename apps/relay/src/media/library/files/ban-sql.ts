import type { RelayTransaction } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'

export type BanRow = RelayTables['file_bans']

export function isBanned(tx: RelayTransaction, hash: string): boolean {
  return tx.get('SELECT 1 FROM file_bans WHERE hash = ?', hash) !== undefined
}

/** Banned once more, near copies of a file stay banned with it. */
export function putBan(tx: RelayTransaction, { hash, alike, reason, at, by }: BanRow): void {
  tx.run(
    `INSERT INTO file_bans (hash, alike, reason, at, by) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (hash) DO UPDATE SET reason = excluded.reason, at = excluded.at, by = excluded.by,
       alike = max(alike, excluded.alike)`,
    hash,
    alike,
    reason,
    at,
    by,
  )
}

/** Without a reason: an admin deleted the file, and it stays away until it is restored or unbanned. */
export function putDeletion(tx: RelayTransaction, { hash, at, by }: Pick<BanRow, 'hash' | 'at' | 'by'>): void {
  tx.run(
    "INSERT INTO file_bans (hash, alike, reason, at, by) VALUES (?, 0, '', ?, ?) ON CONFLICT DO NOTHING",
    hash,
    at,
    by,
  )
}

export function isBannedForReason(tx: RelayTransaction, hash: string): boolean {
  return tx.get("SELECT 1 FROM file_bans WHERE hash = ? AND reason <> ''", hash) !== undefined
}

export function liftDeletion(tx: RelayTransaction, hash: string): void {
  tx.run("DELETE FROM file_bans WHERE hash = ? AND reason = ''", hash)
}
