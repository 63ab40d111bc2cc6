import type { RelayTransaction } from '../../../database/relay-database.ts'

export function nextOwner(tx: RelayTransaction, hash: string): string | undefined {
  const sql = 'SELECT pubkey FROM file_owners WHERE hash = ? ORDER BY shared, uploaded_at, pubkey LIMIT 1'
  return tx.get<{ pubkey: string }>(sql, hash)?.pubkey
}

export function passOn(
  tx: RelayTransaction,
  { hash, owner }: { readonly hash: string; readonly owner: string },
  pubkey: string,
): void {
  const next = nextOwner(tx, hash)
  if (owner !== pubkey || next === undefined) return
  tx.run('UPDATE files SET owner = ? WHERE hash = ?', next, hash)
  tx.run('UPDATE file_owners SET shared = 0 WHERE hash = ? AND pubkey = ?', hash, next)
}
