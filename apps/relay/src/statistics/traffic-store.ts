import { kyselyOver } from '@hornets/server/database/kysely-over'
import { openSqlite } from '@hornets/server/database/sqlite'
import { type Kysely, sql } from 'kysely'
import { SpanStore, type SpanTables } from './span-store.ts'

export interface TrafficMinute {
  /** Minutes since 1970. */
  readonly minute: number
  readonly accepted: number
  readonly refused: number
  readonly connections: number
}

interface TrafficTables extends SpanTables {
  traffic_minutes: TrafficMinute
}

/** The traffic history in a separate file, which can be moved, kept or deleted independently. */
export class TrafficStore {
  readonly spans: SpanStore
  readonly #database: Kysely<TrafficTables>

  private constructor(database: Kysely<TrafficTables>) {
    this.#database = database
    this.spans = new SpanStore(database as unknown as Kysely<SpanTables>)
  }

  static async open(path: string): Promise<TrafficStore> {
    const database = kyselyOver<TrafficTables>(openSqlite(path))
    try {
      // Whatever file the operator names, only tables of these names are touched.
      await sql`
        CREATE TABLE IF NOT EXISTS traffic_minutes (
          minute INTEGER PRIMARY KEY,
          accepted INTEGER NOT NULL,
          refused INTEGER NOT NULL,
          connections INTEGER NOT NULL
        ) STRICT`.execute(database)
      const store = new TrafficStore(database)
      await store.spans.prepare()
      return store
    } catch (error) {
      await database.destroy()
      throw error
    }
  }

  async add(row: TrafficMinute): Promise<void> {
    await this.#database
      .insertInto('traffic_minutes')
      .values(row)
      .onConflict(conflict =>
        conflict
          .column('minute')
          .doUpdateSet(({ ref, fn }) => ({
            accepted: sql`${ref('traffic_minutes.accepted')} + ${ref('excluded.accepted')}`,
            refused: sql`${ref('traffic_minutes.refused')} + ${ref('excluded.refused')}`,
            connections: fn('max', [ref('traffic_minutes.connections'), ref('excluded.connections')]),
          })),
      )
      .execute()
  }

  async forgetBefore(minute: number): Promise<void> {
    await this.#database.deleteFrom('traffic_minutes').where('minute', '<', minute).execute()
  }

  since(minute: number): Promise<TrafficMinute[]> {
    return this.#database
      .selectFrom('traffic_minutes')
      .selectAll()
      .where('minute', '>=', minute)
      .orderBy('minute')
      .execute()
  }

  async close(): Promise<void> {
    await this.#database.destroy()
  }
}
