import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { AdminTables } from '../database/admin-tables.ts'
import type { SecretBox } from '../database/secret-box.ts'

const place = 'event_engine_move.address'

export type StoredMove = Omit<AdminTables['event_engine_move'], 'id'>

/** The last move that was begun in the console, which continues after a restart. */
export class MoveStore {
  readonly #database: AdminDatabase
  readonly #box: Pick<SecretBox, 'seal' | 'unseal'>

  constructor(database: AdminDatabase, box: Pick<SecretBox, 'seal' | 'unseal'>) {
    this.#database = database
    this.#box = box
  }

  /** With its address opened. */
  async find(): Promise<StoredMove | null> {
    const row = await this.#database.reads.selectFrom('event_engine_move').selectAll().executeTakeFirst()
    if (!row) return null
    const { id, ...move } = row
    return { ...move, address: this.#box.unseal(move.address, place) }
  }

  async put(tx: AdminTransaction, move: StoredMove): Promise<void> {
    await tx.deleteFrom('event_engine_move').execute()
    const address = this.#box.seal(move.address, place)
    await tx
      .insertInto('event_engine_move')
      .values({ id: 1, ...move, address })
      .execute()
  }

  /** Of the move that is stored; nothing without one. */
  async change(values: Partial<Pick<StoredMove, 'state' | 'ended_at' | 'events' | 'error'>>): Promise<void> {
    await this.#database.transact(tx => tx.updateTable('event_engine_move').set(values).execute())
  }
}
