import { type Kysely, sql } from 'kysely'
import type { HistoryPlace } from './history-place.ts'

export interface TrafficSpan {
  readonly seconds: number
  readonly start: number
  readonly accepted: number
  readonly refused: number
  readonly connections: number
  /** Bytes; null if they were not measured. */
  readonly notes: number | null
  readonly media: number | null
}

export interface TrafficMark {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly what: 'start' | 'release' | 'settings'
  readonly detail: string
}

export interface SpanTables {
  traffic_spans: TrafficSpan
  traffic_marks: TrafficMark
}

const daySeconds = 86_400
/** Lengths of spans, and for how many seconds each is kept: twice its longest range and one more. */
const levels: readonly { readonly seconds: number; readonly kept: number }[] = [
  { seconds: 60, kept: 3 * 3600 },
  { seconds: 300, kept: 3 * daySeconds },
  { seconds: 3600, kept: 740 * daySeconds },
]
const marksMax = 1000

/** The traffic's history in spans of three lengths: a fixed number of rows, however long the relay runs. */
export class SpanStore {
  readonly #place: HistoryPlace<SpanTables>
  readonly #database: Kysely<SpanTables>

  constructor(place: HistoryPlace<SpanTables>) {
    this.#place = place
    this.#database = place.reads
  }

  /** An older file begins with the minutes that it has. */
  static async prepare(database: Kysely<SpanTables>): Promise<void> {
    await sql`
      CREATE TABLE IF NOT EXISTS traffic_spans (
        seconds INTEGER NOT NULL,
        start INTEGER NOT NULL,
        accepted INTEGER NOT NULL,
        refused INTEGER NOT NULL,
        connections INTEGER NOT NULL,
        notes INTEGER,
        media INTEGER,
        PRIMARY KEY (seconds, start)
      ) STRICT, WITHOUT ROWID`.execute(database)
    await sql`
      CREATE TABLE IF NOT EXISTS traffic_marks (
        at INTEGER NOT NULL,
        what TEXT NOT NULL,
        detail TEXT NOT NULL
      ) STRICT`.execute(database)
    const begun = await database.selectFrom('traffic_spans').select('start').limit(1).executeTakeFirst()
    if (begun) return
    for (const { seconds } of levels)
      await sql`
        INSERT INTO traffic_spans (seconds, start, accepted, refused, connections)
        SELECT ${seconds}, minute * 60 / ${seconds} * ${seconds} AS start, sum(accepted), sum(refused), max(connections)
        FROM traffic_minutes GROUP BY start`.execute(database)
  }

  async add({ start, ...counts }: Omit<TrafficSpan, 'seconds'>): Promise<void> {
    await this.#place.write(
      levels.flatMap(({ seconds, kept }) => [
        this.#database
          .insertInto('traffic_spans')
          .values({ seconds, start: start - (start % seconds), ...counts })
          .onConflict(conflict =>
            conflict
              .columns(['seconds', 'start'])
              .doUpdateSet(({ ref, fn }) => ({
                accepted: sql`${ref('traffic_spans.accepted')} + ${ref('excluded.accepted')}`,
                refused: sql`${ref('traffic_spans.refused')} + ${ref('excluded.refused')}`,
                connections: fn('max', [ref('traffic_spans.connections'), ref('excluded.connections')]),
                notes: fn.coalesce('excluded.notes', 'traffic_spans.notes'),
                media: fn.coalesce('excluded.media', 'traffic_spans.media'),
              })),
          )
          .compile(),
        this.#database
          .deleteFrom('traffic_spans')
          .where('seconds', '=', seconds)
          .where('start', '<', start - kept)
          .compile(),
      ]),
    )
  }

  spans(seconds: number, from: number): Promise<TrafficSpan[]> {
    return this.#database
      .selectFrom('traffic_spans')
      .selectAll()
      .where('seconds', '=', seconds)
      .where('start', '>=', from)
      .orderBy('start')
      .execute()
  }

  async mark(mark: TrafficMark): Promise<void> {
    const tooOld = sql`DELETE FROM traffic_marks WHERE rowid <= (SELECT max(rowid) FROM traffic_marks) - ${marksMax}`
    await this.#place.write([
      this.#database.insertInto('traffic_marks').values(mark).compile(),
      tooOld.compile(this.#database),
    ])
  }

  /** The newest `limit` marks since `from` (milliseconds), ascending. */
  async marks(from: number, limit: number): Promise<TrafficMark[]> {
    const rows = await this.#database
      .selectFrom('traffic_marks')
      .selectAll()
      .where('at', '>=', from)
      .orderBy('at', 'desc')
      .orderBy(sql`rowid`, 'desc')
      .limit(limit)
      .execute()
    return rows.reverse()
  }

  async lastVersion(): Promise<string | undefined> {
    const row = await this.#database
      .selectFrom('traffic_marks')
      .select('detail')
      .where('what', 'in', ['start', 'release'])
      .orderBy(sql`rowid`, 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.detail
  }
}
