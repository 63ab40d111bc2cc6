import type { Transfer } from '@hornets/contract/admin/events/transfers'
import type { RelayDatabase } from '../database/relay-database.ts'
import type { RelayTables } from '../database/relay-tables.ts'

export type TransferRow = RelayTables['transfers']
export type TransferProgress = Pick<TransferRow, 'place' | 'total' | 'done' | 'stored' | 'sent' | 'left_out'>

const shownMax = 20
const keptMax = 1000

export class TransfersStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  add(job: Pick<TransferRow, 'kind' | 'source' | 'plan' | 'total' | 'began_at' | 'by'>): Promise<TransferRow> {
    return this.#database.transactWhenFree(tx => {
      const { kind, source, plan, total, began_at, by } = job
      const added = tx.get<TransferRow>(
        'INSERT INTO transfers (kind, source, plan, total, began_at, by) VALUES (?, ?, ?, ?, ?, ?) RETURNING *',
        kind,
        source,
        plan,
        total,
        began_at,
        by,
      )
      if (!added) throw new Error('a transfer that was just added is not there')
      tx.run("DELETE FROM transfers WHERE id <= ? AND state <> 'running'", added.id - keptMax)
      return added
    })
  }

  progress(id: number, { place, total, done, stored, sent, left_out }: TransferProgress): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        'UPDATE transfers SET place = ?, total = ?, done = ?, stored = ?, sent = ?, left_out = ? WHERE id = ?',
        place,
        total,
        done,
        stored,
        sent,
        left_out,
        id,
      )
    })
  }

  end(id: number, state: Transfer['state'], { at, error }: { at: number; error: string | null }): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run(
        "UPDATE transfers SET state = ?, ended_at = ?, error = ? WHERE id = ? AND state = 'running'",
        state,
        at,
        error,
        id,
      )
    })
  }

  replan(id: number, plan: string): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE transfers SET plan = ? WHERE id = ?', plan, id)
    })
  }

  /** False unless it had ended before it was done. */
  resume(id: number): Promise<boolean> {
    const sql = `UPDATE transfers SET state = 'running', ended_at = NULL, error = NULL
      WHERE id = ? AND state IN ('stopped', 'failed')`
    return this.#database.transactWhenFree(tx => tx.run(sql, id).changes > 0)
  }

  running(): Promise<TransferRow[]> {
    const running = this.#database.reads.selectFrom('transfers').selectAll().where('state', '=', 'running')
    return running.orderBy('id').execute()
  }

  /** Those that run, or ended before they were done after this time (Unix seconds). */
  unfinished(since: number): Promise<TransferRow[]> {
    const rows = this.#database.reads.selectFrom('transfers').selectAll()
    return rows
      .where('state', '<>', 'done')
      .where(({ eb, or }) => or([eb('state', '=', 'running'), eb('ended_at', '>', since)]))
      .execute()
  }

  find(id: number): Promise<TransferRow | undefined> {
    return this.#database.reads.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst()
  }

  latest(): Promise<TransferRow[]> {
    return this.#database.reads.selectFrom('transfers').selectAll().orderBy('id', 'desc').limit(shownMax).execute()
  }
}
