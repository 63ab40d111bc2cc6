import type { RelayDatabase } from '../../database/relay-database.ts'
import type { RelayTables } from '../../database/relay-tables.ts'

export type ScheduleRow = RelayTables['copy_schedules']

export class SchedulesStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  add({ plan, every, next_at, last, by }: Omit<ScheduleRow, 'id'>): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        'INSERT INTO copy_schedules (plan, every, next_at, last, by) VALUES (?, ?, ?, ?, ?)',
        plan,
        every,
        next_at,
        last,
        by,
      )
    })
  }

  begun(id: number, { next_at, last }: Pick<ScheduleRow, 'next_at' | 'last'>): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE copy_schedules SET next_at = ?, last = ? WHERE id = ?', next_at, last, id)
    })
  }

  remove(id: number): Promise<boolean> {
    const sql = 'DELETE FROM copy_schedules WHERE id = ?'
    return this.#database.transactWhenFree(tx => tx.run(sql, id).changes > 0)
  }

  list(): Promise<ScheduleRow[]> {
    return this.#database.reads.selectFrom('copy_schedules').selectAll().orderBy('id').execute()
  }
}
