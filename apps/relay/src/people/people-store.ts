import { type Kysely, sql } from 'kysely'
import type { RelayTransaction } from '../database/relay-database.ts'
import type { RelayTables } from '../database/relay-tables.ts'
import { type PersonChange, windows } from './people-changes.ts'

export type PersonRow = RelayTables['people']

export const sortSql = {
  events_1h: 'events_1h',
  events_24h: 'events_24h',
  events_30d: 'events_30d',
  events: 'events',
  bytes: 'bytes + file_bytes',
  last_seen: 'last_seen',
} as const
export type PeopleSort = keyof typeof sortSql

export interface PeopleQuery {
  readonly sort: PeopleSort
  readonly limit: number
  readonly offset: number
  /** The previous page's last row: its sort value and id. */
  readonly after: { readonly value: number; readonly id: number } | undefined
  /** Only these keys, with rows for those that never wrote. */
  readonly keys: readonly string[] | undefined
  /** Unix seconds of the last arrival. */
  readonly seenSince: number | undefined
}

const counts = ['events', 'bytes', 'files', 'file_bytes', 'events_1h', 'events_24h', 'events_30d']

export class PeopleStore {
  readonly #reads: Kysely<RelayTables>

  /** `reads`: on a thread of its own, since some lists are sorted. */
  constructor(reads: Kysely<RelayTables>) {
    this.#reads = reads
  }

  /** The last counted change, and the last event whose changes count: infinite once all do. */
  progress(tx: RelayTransaction): { readonly counted: number; readonly builtTo: number } {
    const state = tx.get<RelayTables['people_state']>('SELECT counted, built_to, is_built FROM people_state')
    if (!state) throw new Error('the counters of people have no state')
    return { counted: state.counted, builtTo: state.is_built === 1 ? Number.POSITIVE_INFINITY : state.built_to }
  }

  putCounted(tx: RelayTransaction, change: number): void {
    tx.run('UPDATE people_state SET counted = ?', change)
  }

  putBuiltTo(tx: RelayTransaction, seq: number, isBuilt: boolean): void {
    tx.run('UPDATE people_state SET built_to = ?, is_built = ?', seq, isBuilt ? 1 : 0)
  }

  /** People whose changes up to a later one are counted: a crash ended their round before its end. */
  countedBeyond(tx: RelayTransaction, change: number): Map<string, number> {
    const rows = tx.all<{ pubkey: string; counted_to: number }>(
      'SELECT pubkey, counted_to FROM people WHERE counted_to > ?',
      change,
    )
    return new Map(rows.map(({ pubkey, counted_to }) => [pubkey, counted_to]))
  }

  reset(tx: RelayTransaction): void {
    tx.run(
      `UPDATE people SET events = 0, bytes = 0, counted_to = 0, ${windows.map(({ column }) => `${column} = 0`).join(', ')}`,
    )
    tx.run('DELETE FROM people_slots')
    this.putBuiltTo(tx, 0, false)
  }

  /** `now`: Unix seconds; what arrived before a window is not counted in it. `countedTo`: the last change in it. */
  change(tx: RelayTransaction, people: Iterable<readonly [string, PersonChange]>, now: number, countedTo = 0): void {
    for (const [pubkey, change] of people) this.#changePerson(tx, pubkey, change, now, countedTo)
  }

  /** Takes at most `max` parts out of the windows that they have left; returns whether there can be more. */
  expire(tx: RelayTransaction, now: number, max: number): boolean {
    let left = max
    for (const [span, { column, seconds, part }] of windows.entries()) {
      const first = firstSlot(now, seconds, part)
      const slots = tx.all<{ slot: number; person: number; events: number }>(
        'SELECT slot, person, events FROM people_slots WHERE span = ? AND slot < ? ORDER BY slot, person LIMIT ?',
        span,
        first,
        left,
      )
      for (const { slot, person, events } of slots) {
        tx.run(`UPDATE people SET ${column} = ${column} - ? WHERE id = ?`, events, person)
        tx.run('DELETE FROM people_slots WHERE span = ? AND slot = ? AND person = ?', span, slot, person)
      }
      left -= slots.length
      if (left === 0) return true
    }
    return false
  }

  /** Forgets at most `max` people who have left nothing here and were not seen since then. */
  forgetGone(tx: RelayTransaction, before: number, max: number): void {
    tx.run(
      `DELETE FROM people WHERE id IN
         (SELECT id FROM people WHERE events + files <= 0 AND last_seen < ?
            AND counted_to <= (SELECT counted FROM people_state) ORDER BY last_seen LIMIT ?)`,
      before,
      max,
    )
  }

  async page({ sort, limit, offset, after, keys, seenSince }: PeopleQuery): Promise<PersonRow[]> {
    const by = sql.raw<number>(sortSql[sort])
    const where = this.#where(keys, seenSince)
    const next = after === undefined ? sql`` : sql`AND (${by}, id) < (${after.value}, ${after.id})`
    const { rows } = await sql<PersonRow>`SELECT * FROM ${from(keys)} WHERE ${where} ${next}
      ORDER BY ${by} DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(this.#reads)
    return rows
  }

  async count({ keys, seenSince }: Pick<PeopleQuery, 'keys' | 'seenSince'>): Promise<number> {
    const isEveryone = keys === undefined && seenSince === undefined
    if (isEveryone)
      return (await this.#reads.selectFrom('people_present').select('count').executeTakeFirst())?.count ?? 0
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${from(keys)}
      WHERE ${this.#where(keys, seenSince)}`.execute(this.#reads)
    return rows[0]?.count ?? 0
  }

  async isBuilt(): Promise<boolean> {
    const row = await this.#reads.selectFrom('people_state').select('is_built').executeTakeFirst()
    return row?.is_built === 1
  }

  #where(keys: readonly string[] | undefined, seenSince: number | undefined) {
    // Those who are listed are shown although they left nothing.
    const present = keys === undefined ? sql`events + files > 0` : sql`1`
    return seenSince === undefined ? present : sql`${present} AND last_seen >= ${seenSince}`
  }

  #changePerson(tx: RelayTransaction, pubkey: string, change: PersonChange, now: number, countedTo: number): void {
    const id = this.#personOf(tx, pubkey)
    const added = windows.map(({ seconds, part }, span) =>
      this.#changeSlots(tx, id, span, slotsOf(change.arrivals, part, firstSlot(now, seconds, part))),
    )
    tx.run(
      `UPDATE people SET events = events + ?, bytes = bytes + ?, counted_to = max(counted_to, ?),
         ${windows.map(({ column }) => `${column} = ${column} + ?`).join(', ')},
         first_seen = iif(first_seen = 0, ?, iif(? > 0, min(first_seen, ?), first_seen)), last_seen = max(last_seen, ?)
       WHERE id = ?`,
      change.events,
      change.bytes,
      countedTo,
      ...added,
      change.firstSeen,
      change.firstSeen,
      change.firstSeen,
      change.lastSeen,
      id,
    )
  }

  #personOf(tx: RelayTransaction, pubkey: string): number {
    const known = tx.get<{ id: number }>('SELECT id FROM people WHERE pubkey = ?', pubkey)
    const { id = 0 } =
      known ?? tx.get<{ id: number }>('INSERT INTO people (pubkey) VALUES (?) RETURNING id', pubkey) ?? {}
    return id
  }

  /** Returns what the window gains: a part that has left it is gone, and with it what could be taken away. */
  #changeSlots(tx: RelayTransaction, person: number, span: number, slots: ReadonlyMap<number, number>): number {
    let gained = 0
    for (const [slot, events] of slots) {
      if (events > 0)
        tx.run(
          `INSERT INTO people_slots (span, slot, person, events) VALUES (?, ?, ?, ?)
           ON CONFLICT DO UPDATE SET events = events + excluded.events`,
          span,
          slot,
          person,
          events,
        )
      else {
        const { changes } = tx.run(
          'UPDATE people_slots SET events = events + ? WHERE span = ? AND slot = ? AND person = ?',
          events,
          span,
          slot,
          person,
        )
        if (changes === 0) continue
        const gone = 'DELETE FROM people_slots WHERE span = ? AND slot = ? AND person = ? AND events = 0'
        tx.run(gone, span, slot, person)
      }
      gained += events
    }
    return gained
  }
}

const firstSlot = (now: number, seconds: number, part: number) => Math.floor((now - seconds) / part)

function slotsOf(arrivals: ReadonlyMap<number, number>, part: number, first: number): Map<number, number> {
  const slots = new Map<number, number>()
  for (const [at, events] of arrivals) {
    const slot = Math.floor(at / part)
    if (slot >= first) slots.set(slot, (slots.get(slot) ?? 0) + events)
  }
  for (const [slot, events] of slots) if (events === 0) slots.delete(slot)
  return slots
}

function from(keys: readonly string[] | undefined) {
  if (keys === undefined) return sql`people`
  const columns = [...counts, 'first_seen', 'last_seen'].map(name => `coalesce(people.${name}, 0) AS ${name}`)
  return sql`(SELECT coalesce(people.id, -wanted.key) AS id, wanted.value AS pubkey, ${sql.raw(columns.join(', '))}
    FROM json_each(${JSON.stringify(keys)}) AS wanted LEFT JOIN people ON people.pubkey = wanted.value)`
}
