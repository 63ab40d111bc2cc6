import type { NostrEvent } from '@hornets/contract'
import { keysIn, removeRows } from './rows.ts'
import { saveAll } from './saving.ts'
import type { Transaction } from './transaction.ts'

const movedMax = 100

const insert = `
INSERT INTO trash SELECT $1, seq, decode(id, 'hex'), $2, received_at, expires_at, was_held, held, json
FROM unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::bool[], $8::int[], $9::text[])
  AS given (seq, id, received_at, expires_at, was_held, held, json)`

const stored = "SELECT id, created_at FROM events WHERE id = ANY (SELECT decode(unnest($1::text[]), 'hex'))"

export interface TrashRequest {
  readonly ids: readonly string[]
  readonly job: number
  /** Unix seconds. */
  readonly at: number
}

export async function trashSome(
  tx: Transaction,
  { ids, job, at }: TrashRequest,
  from: number,
): Promise<{ readonly next: number; readonly count: number }> {
  const next = Math.min(from + movedMax, ids.length)
  const gone = await removeRows(tx, keysIn(await tx.query(stored, [ids.slice(from, next)])))
  if (gone.length > 0)
    await tx.query(insert, [
      job,
      at,
      gone.map(({ seq }) => seq),
      gone.map(({ event }) => event.id),
      gone.map(({ receivedAt }) => receivedAt),
      gone.map(({ expiresAt }) => expiresAt),
      gone.map(({ wasHeld }) => wasHeld),
      gone.map(({ held }) => held),
      gone.map(({ json }) => json),
    ])
  return { next, count: gone.length }
}

const take = `
DELETE FROM trash WHERE (job, seq) IN (SELECT job, seq FROM trash WHERE job = $1 ORDER BY seq LIMIT $2)
RETURNING seq, received_at, expires_at, was_held, held, json`

/** `refused`: their authors deleted them meanwhile, or published a newer version. */
export async function restoreSome(
  tx: Transaction,
  job: number,
  max: number,
): Promise<{ readonly restored: number; readonly refused: number }> {
  const rows = await tx.query(take, [job, Math.min(max, movedMax)])
  const ordered = rows.toSorted((one, other) => Number(one.seq) - Number(other.seq))
  const arrived = ordered.map(row => ({
    event: JSON.parse(String(row.json)) as NostrEvent,
    json: String(row.json),
    receivedAt: Number(row.received_at),
    keptUntil: row.expires_at === null ? undefined : Number(row.expires_at),
    isHeld: row.was_held === true,
  }))
  const outcomes = await saveAll(tx, arrived)
  const restored = ordered.flatMap((row, at) => {
    const event = arrived[at]?.event
    return event && outcomes[at] === 'stored' ? [{ id: event.id, held: Number(row.held), wasHeld: row.was_held }] : []
  })
  const held = restored.filter(({ wasHeld, held }) => wasHeld && held !== 1)
  for (const { id, held: state } of held)
    await tx.query("UPDATE events SET held = $2 WHERE id = decode($1, 'hex')", [id, state])
  return { restored: restored.length, refused: rows.length - restored.length }
}

const drop = `
DELETE FROM trash WHERE (job, seq) IN (SELECT job, seq FROM trash WHERE at < $1 LIMIT 1000) RETURNING 1`

/** Removes what was deleted before this time (Unix seconds), or a part of it. */
export async function emptySomeTrash(tx: Transaction, before: number): Promise<{ readonly isAll: boolean }> {
  return { isAll: (await tx.query(drop, [before])).length < 1000 }
}
