import type { RelayDatabase } from '../database/relay-database.ts'
import type { RelayTables } from '../database/relay-tables.ts'

export type EventJobRow = RelayTables['event_jobs']
type State = 'running' | 'done' | 'stopped' | 'failed'

const shownMax = 20
const keptMax = 1000

export class EventJobsStore {
  readonly #database: RelayDatabase

  constructor(database: RelayDatabase) {
    this.#database = database
  }

  add(job: Pick<EventJobRow, 'action' | 'selection' | 'events' | 'began_at' | 'by'>): Promise<number> {
    return this.#database.transactWhenFree(tx => {
      const { action, selection, events, began_at, by } = job
      const added = tx.get<{ id: number }>(
        `INSERT INTO event_jobs (action, selection, state, events, began_at, by)
         VALUES (?, ?, 'running', ?, ?, ?) RETURNING id`,
        action,
        selection,
        events,
        began_at,
        by,
      )
      if (!added) throw new Error('a job that was just added is not there')
      tx.run("DELETE FROM event_jobs WHERE id <= ? AND state <> 'running'", added.id - keptMax)
      return added.id
    })
  }

  progress(id: number, { done, refused, of }: { done: number; refused: number; of: number | null }): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE event_jobs SET done = done + ?, refused = refused + ? WHERE id = ?', done, refused, id)
      if (of !== null) tx.run('UPDATE event_jobs SET taken_back = taken_back + ? WHERE id = ?', done + refused, of)
    })
  }

  /** As counted in the trash: the relay may have ended before it noted the last part. */
  correct(id: number, done: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run('UPDATE event_jobs SET done = ? WHERE id = ?', done, id)
    })
  }

  end(id: number, state: State, at: number): Promise<void> {
    return this.#database.transactWhenFree(tx => {
      tx.run("UPDATE event_jobs SET state = ?, ended_at = ? WHERE id = ? AND state = 'running'", state, at, id)
    })
  }

  running(): Promise<EventJobRow[]> {
    const running = this.#database.reads.selectFrom('event_jobs').selectAll().where('state', '=', 'running')
    return running.orderBy('id').execute()
  }

  find(id: number): Promise<EventJobRow | undefined> {
    return this.#database.reads.selectFrom('event_jobs').selectAll().where('id', '=', id).executeTakeFirst()
  }

  latest(): Promise<EventJobRow[]> {
    return this.#database.reads.selectFrom('event_jobs').selectAll().orderBy('id', 'desc').limit(shownMax).execute()
  }
}
