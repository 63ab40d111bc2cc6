import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

export interface NoteRow {
  readonly id: number
  readonly pubkey: string
  readonly text: string
  /** Milliseconds. */
  readonly at: number
  readonly by: string
}

export class PersonNotesStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listNotes(pubkey: string, reads: AdminReads = this.#reads): Promise<NoteRow[]> {
    return reads.selectFrom('person_notes').selectAll().where('pubkey', '=', pubkey).orderBy('id', 'desc').execute()
  }

  async addNote(tx: AdminTransaction, row: Omit<NoteRow, 'id'>): Promise<NoteRow> {
    return tx.insertInto('person_notes').values(row).returningAll().executeTakeFirstOrThrow()
  }

  async deleteNote(tx: AdminTransaction, id: number): Promise<void> {
    await tx.deleteFrom('person_notes').where('id', '=', id).execute()
  }
}
