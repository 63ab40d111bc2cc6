import type { NostrEvent } from '@hornets/contract'
import type { RelayTransaction } from '../database/relay-database.ts'
import { textOf } from './event-text.ts'

/**
 * The full text index (NIP-50) follows behind the store, so that no event waits for it: everything up to a mark that is
 * kept in the same file is indexed, the rest is caught up with, after a crash as well.
 */
export function lastTextSeq(tx: RelayTransaction): number {
  return tx.get<{ seq: number }>('SELECT seq FROM event_text_progress')?.seq ?? 0
}

/** Indexes the next `limit` events; answers how many there were. */
export function indexNextTexts(tx: RelayTransaction, limit: number): number {
  const rows = tx.all<{ seq: number; json: string }>(
    'SELECT seq, json FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
    lastTextSeq(tx),
    limit,
  )
  for (const { seq, json } of rows) {
    const text = textOf(JSON.parse(json) as NostrEvent)
    if (text !== null) tx.run('INSERT INTO event_text (rowid, text) VALUES (?, ?)', seq, text)
  }
  const last = rows.at(-1)
  if (last) tx.run('UPDATE event_text_progress SET seq = ?', last.seq)
  return rows.length
}

export function dropText(tx: RelayTransaction, seq: number): void {
  tx.run('DELETE FROM event_text WHERE rowid = ?', seq)
}
