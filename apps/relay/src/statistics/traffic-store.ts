import { kyselyOver } from '@hornets/server/database/kysely-over'
import { openSqlite } from '@hornets/server/database/sqlite'
import { type Kysely, sql } from 'kysely'
import type { RelayDatabase } from '../database/relay-database.ts'
import { fileAt, type HistoryPlace, inRelayDatabase } from './history-place.ts'
import { SpanStore, type SpanTables, type TrafficMark, type TrafficSpan } from './span-store.ts'

export interface TrafficMinute {
  /** Minutes since 1970. */
  readonly minute: number
  readonly accepted: number
  readonly refused: number
  readonly connections: number
}

export interface TrafficTables extends SpanTables {
  traffic_minutes: TrafficMinute
}

export interface TrafficHistory {
  readonly minutes: readonly TrafficMinute[]
  readonly spans: readonly TrafficSpan[]
  readonly marks: readonly TrafficMark[]
}

/** SQLite takes so many rows in one statement with room to spare. */
const rowsAtOnce = 500

/** The traffic history, at the place that an operator has chosen. */
export class TrafficStore {
  readonly spans: SpanStore
  readonly #place: HistoryPlace<TrafficTables>

  private constructor(place: HistoryPlace<TrafficTables>) {
    this.#place = place
    this.spans = new SpanStore(place as unknown as HistoryPlace<SpanTables>)
  }

  /** In a separate file, which can be moved, kept or deleted independently. */
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
      await SpanStore.prepare(database as unknown as Kysely<SpanTables>)
      return new TrafficStore(fileAt(database))
    } catch (error) {
      await database.destroy()
      throw error
    }
  }

  static in(database: RelayDatabase): TrafficStore {
    return new TrafficStore(inRelayDatabase(database))
  }

  async add(row: TrafficMinute): Promise<void> {
    const query = this.#place.reads
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
    await this.#place.write([query.compile()])
  }

  async forgetBefore(minute: number): Promise<void> {
    await this.#place.write([this.#place.reads.deleteFrom('traffic_minutes').where('minute', '<', minute).compile()])
  }

  since(minute: number): Promise<TrafficMinute[]> {
    return this.#place.reads
      .selectFrom('traffic_minutes')
      .selectAll()
      .where('minute', '>=', minute)
      .orderBy('minute')
      .execute()
  }

  /** A start leaves a mark, so there is one after the first. */
  async isEmpty(): Promise<boolean> {
    const row = await this.#place.reads.selectFrom('traffic_marks').select('at').limit(1).executeTakeFirst()
    return row === undefined
  }

  async history(): Promise<TrafficHistory> {
    const { reads } = this.#place
    return {
      minutes: await reads.selectFrom('traffic_minutes').selectAll().execute(),
      spans: await reads.selectFrom('traffic_spans').selectAll().execute(),
      marks: await reads.selectFrom('traffic_marks').select(['at', 'what', 'detail']).orderBy(sql`rowid`).execute(),
    }
  }

  /** All or nothing. */
  async replace({ minutes, spans, marks }: TrafficHistory): Promise<void> {
    const { reads, write } = this.#place
    await write([
      ...(['traffic_minutes', 'traffic_spans', 'traffic_marks'] as const).map(name => reads.deleteFrom(name).compile()),
      ...inParts(minutes).map(part => reads.insertInto('traffic_minutes').values(part).compile()),
      ...inParts(spans).map(part => reads.insertInto('traffic_spans').values(part).compile()),
      ...inParts(marks).map(part => reads.insertInto('traffic_marks').values(part).compile()),
    ])
  }

  close(): Promise<void> {
    return this.#place.close()
  }
}

function inParts<Row>(rows: readonly Row[]): Row[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, at) => at * rowsAtOnce)
  return starts.map(start => rows.slice(start, start + rowsAtOnce))
}
