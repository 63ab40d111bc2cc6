import type { NostrEvent } from '@hornets/contract'
import { jsonIn, readHeader } from '../layout/event-value.ts'
import { heldValues } from '../layout/held.ts'
import { afterPrefix, fromHex, seqKey } from '../layout/keys.ts'
import { trashedAtIn, trashedIn, trashedValue, trashKey, trashPrefix } from '../layout/trashed.ts'
import { deleteRow, readRow, seqOf } from './event-rows.ts'
import { saveEvent } from './event-writer.ts'
import type { WriteTransaction } from './write-transaction.ts'

const keysMax = 100

interface TrashRequest {
  readonly ids: readonly string[]
  readonly job: number
  /** Unix seconds. */
  readonly at: number
}

export function trashSome(
  tx: WriteTransaction,
  { ids, job, at }: TrashRequest,
  from: number,
): { readonly next: number; readonly count: number } {
  const { tables } = tx
  let count = 0
  for (let next = from; next < ids.length; next += 1) {
    if (tx.turn.isOver) return { next, count }
    const id = ids[next] ?? ''
    const seq = seqOf(tables, id)
    const given = seq === 0 ? undefined : tables.events.getBinary(seqKey(seq))
    const row = given && readRow(tables, seq)
    if (!row) continue
    const held = tables.held.getBinary(seqKey(seq))?.[0] ?? 0
    const key = trashKey(job, seq)
    tables.trash.putSync(key, trashedValue({ at, held, value: Buffer.from(given) }))
    tables.trashIds.putSync(fromHex(id), key)
    deleteRow(tx, row)
    count += 1
  }
  return { next: ids.length, count }
}

/** `refused`: their authors deleted them meanwhile, or published a newer version. */
export function restoreSome(
  tx: WriteTransaction,
  job: number,
  max: number,
): { readonly restored: number; readonly refused: number } {
  const { tables, turn } = tx
  const start = trashPrefix(job)
  const entries = [...tables.trash.getRange({ start, end: afterPrefix(start), limit: Math.min(max, keysMax) })]
  let restored = 0
  let refused = 0
  for (const { key, value: given } of entries) {
    if (turn.isOver) break
    const { held, value } = trashedIn(given)
    const json = jsonIn(value, value.length)
    const event = JSON.parse(json) as NostrEvent
    tables.trash.removeSync(Buffer.from(key))
    tables.trashIds.removeSync(fromHex(event.id))
    turn.countRemoval(value.length)
    const { receivedAt, expiresAt, wasHeld } = readHeader(value)
    const outcome = saveEvent(tx, { event, json, receivedAt, keptUntil: expiresAt, isHeld: wasHeld })
    if (outcome !== 'stored') {
      refused += 1
      continue
    }
    restored += 1
    const seq = seqKey(seqOf(tables, event.id))
    if (wasHeld && held === 0) tables.held.removeSync(seq)
    else if (wasHeld && held === heldValues.blocked[0]) tables.held.putSync(seq, heldValues.blocked)
  }
  return { restored, refused }
}

/** Removes what was deleted before this time (Unix seconds), as much as fits into the transaction; jobs are in order. */
export function emptyTrash(tx: WriteTransaction, before: number): { readonly count: number; readonly isAll: boolean } {
  const { tables, turn } = tx
  let count = 0
  for (const { key, value } of [...tables.trash.getRange({ start: Buffer.from([0]), limit: keysMax })]) {
    if (trashedAtIn(value) >= before) return { count, isAll: true }
    if (turn.isOver) return { count, isAll: false }
    const { value: event } = trashedIn(value)
    tables.trash.removeSync(Buffer.from(key))
    tables.trashIds.removeSync(fromHex((JSON.parse(jsonIn(event, event.length)) as NostrEvent).id))
    turn.countRemoval(event.length)
    count += 1
  }
  return { count, isAll: count < keysMax }
}
