import type { BannedEvent, HeldState } from '../event-store.ts'
import { keysIn, removeRows } from './rows.ts'
import type { Transaction } from './transaction.ts'

/** Values of the column `held`; 0 = shown. */
export const heldValues: Readonly<Record<HeldState, number>> = { pending: 1, blocked: 2 }

const ban = `INSERT INTO banned VALUES (decode($1, 'hex'), $2, $3, $4)
ON CONFLICT (id) DO UPDATE SET reason = excluded.reason, at = excluded.at, decided_by = excluded.decided_by`

export async function removeById(
  tx: Transaction,
  id: string,
  banned: Omit<BannedEvent, 'id'> | null,
): Promise<boolean> {
  if (banned) await tx.query(ban, [id, banned.reason.replaceAll('\0', ''), banned.at, banned.by ?? ''])
  const rows = await tx.query("SELECT id, created_at FROM events WHERE id = decode($1, 'hex')", [id])
  return (await removeRows(tx, keysIn(rows))).length > 0
}

export async function liftBan(tx: Transaction, id: string): Promise<boolean> {
  return (await tx.query("DELETE FROM banned WHERE id = decode($1, 'hex') RETURNING 1", [id])).length > 0
}

/** Null: shown to everybody again. False unless the event was stored as held. */
export async function hold(tx: Transaction, id: string, state: HeldState | null): Promise<boolean> {
  const text = "UPDATE events SET held = $2 WHERE id = decode($1, 'hex') AND was_held RETURNING 1"
  return (await tx.query(text, [id, state ? heldValues[state] : 0])).length > 0
}
