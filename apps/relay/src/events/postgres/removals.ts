import { giftWrapKinds, vanishKind } from '../event-kinds.ts'
import { deleteNamed, noteFinished, noteUnfinished } from './deletions.ts'
import { tagKey } from './event-columns.ts'
import { keysIn, removeRows } from './rows.ts'
import type { Transaction } from './transaction.ts'

/** Events removed in one transaction: others wait for it. */
const removedMax = 300

export interface Part {
  readonly count: number
  readonly isAll: boolean
}

const ofAuthor = `SELECT id, created_at FROM events WHERE pubkey = decode($1, 'hex') LIMIT ${removedMax}`

const expired = `SELECT id, created_at FROM events WHERE expires_at <= $1 ORDER BY expires_at LIMIT ${removedMax}`

const vanishing = `
SELECT id, created_at FROM events
  WHERE pubkey = decode($1, 'hex') AND created_at <= $2 AND kind <> ${vanishKind} LIMIT ${removedMax}`

const wrapsTo = `
SELECT e.id, e.created_at FROM event_tags t JOIN events e ON e.created_at = t.created_at AND e.id = t.id
WHERE t.tag = $1 AND t.created_at <= $2 AND e.kind IN (${giftWrapKinds.join(', ')}) LIMIT ${removedMax}`

async function removeFound(tx: Transaction, text: string, values: readonly unknown[]): Promise<Part> {
  const keys = keysIn(await tx.query(text, values))
  await removeRows(tx, keys)
  return { count: keys.length, isAll: keys.length < removedMax }
}

export async function removeSomeByAuthor(tx: Transaction, pubkey: string): Promise<Part> {
  const removed = await removeFound(tx, ofAuthor, [pubkey])
  if (removed.isAll) await noteFinished(tx, 'clearing', pubkey)
  else await noteUnfinished(tx, 'clearing', pubkey)
  return removed
}

/** Events that expired by `now` (Unix seconds). */
export const removeSomeExpired = (tx: Transaction, now: number): Promise<Part> => removeFound(tx, expired, [now])

const markVanished = `
INSERT INTO vanished VALUES (decode($1, 'hex'), $2)
ON CONFLICT (pubkey) DO UPDATE SET until = excluded.until WHERE vanished.until < excluded.until RETURNING 1`

/** NIP-62, up to a time (Unix seconds). False if it has vanished up to then before. */
export async function beginVanishing(tx: Transaction, pubkey: string, until: number): Promise<boolean> {
  if ((await tx.query(markVanished, [pubkey, until])).length > 0) {
    await noteUnfinished(tx, 'vanishing', pubkey)
    return true
  }
  const begun = "SELECT FROM unfinished WHERE what = 'vanishing' AND key = decode($1, 'hex')"
  return (await tx.query(begun, [pubkey])).length > 0
}

export async function continueVanishing(tx: Transaction, pubkey: string): Promise<Part> {
  const [row] = await tx.query("SELECT until FROM vanished WHERE pubkey = decode($1, 'hex')", [pubkey])
  const until = Number(row?.until ?? 0)
  const own = await removeFound(tx, vanishing, [pubkey, until])
  const wraps = await removeFound(tx, wrapsTo, [tagKey('p', pubkey), until])
  const isAll = own.isAll && wraps.isAll
  if (isAll) await noteFinished(tx, 'vanishing', pubkey)
  return { count: own.count + wraps.count, isAll }
}

export async function continueDeletion(tx: Transaction): Promise<boolean> {
  const text = `SELECT u.key, u.next_tag, e.json FROM unfinished u LEFT JOIN events e ON e.id = u.key
    WHERE u.what = 'deletion' LIMIT 1`
  const [row] = await tx.query(text)
  if (!row) return false
  const id = (row.key as Buffer).toString('hex')
  const next = row.json === null ? null : await deleteNamed(tx, JSON.parse(String(row.json)), Number(row.next_tag))
  if (next === null) await noteFinished(tx, 'deletion', id)
  else await noteUnfinished(tx, 'deletion', id, next)
  return true
}
