import type { RelayDatabase } from '../../../database/relay-database.ts'
import type { RelayTables } from '../../../database/relay-tables.ts'

export interface DueNote extends Omit<RelayTables['file_notes'], 'said_as'> {
  readonly file: { readonly mime: string; readonly bytes: number; readonly uploadedAt: number } | null
  readonly isKnown: boolean
}

export class NoteStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  want(hash: string, { original, description }: { readonly original: string; readonly description: string }) {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        `INSERT INTO file_notes (hash, original, description) VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET
           original = excluded.original, description = excluded.description, due = due + 1`,
        hash,
        original,
        description,
      )
    })
  }

  outdate(saidAs: string): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE file_notes SET due = due + 1 WHERE event_id IS NOT NULL AND said_as <> ?', saidAs)
    })
  }

  async due(after: string, limit: number): Promise<DueNote[]> {
    const rows = await this.#database.reads
      .selectFrom('file_notes as notes')
      .leftJoin('files', 'files.hash', 'notes.hash')
      .select(['notes.hash', 'original', 'description', 'event_id', 'said_at', 'due'])
      .select(['files.mime', 'files.bytes', 'files.received_at', 'files.trashed'])
      .where('due', '>', 0)
      .where('notes.hash', '>', after)
      .orderBy('notes.hash')
      .limit(limit)
      .execute()
    return rows.map(({ mime, bytes, received_at, trashed, ...note }) => ({
      ...note,
      file: mime !== null && trashed === 0 ? { mime, bytes: bytes ?? 0, uploadedAt: received_at ?? 0 } : null,
      isKnown: mime !== null,
    }))
  }

  /** Before the event is stored, so that it is found after a crash. */
  sign(hash: string, event: { readonly id: string; readonly created_at: number }, saidAs: string): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        'UPDATE file_notes SET event_id = ?, said_at = ?, said_as = ? WHERE hash = ?',
        event.id,
        event.created_at,
        saidAs,
        hash,
      )
    })
  }

  /** The note is as it must be, unless the file has changed since it was found `due`. */
  settle({ hash, due, isKnown }: DueNote, isSaid: boolean): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      if (isKnown && !isSaid) tx.run('UPDATE file_notes SET event_id = NULL WHERE hash = ?', hash)
      if (isKnown) tx.run('UPDATE file_notes SET due = 0 WHERE hash = ? AND due = ?', hash, due)
      else tx.run('DELETE FROM file_notes WHERE hash = ? AND due = ?', hash, due)
    })
  }
}
