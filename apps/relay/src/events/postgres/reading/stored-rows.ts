import type { StoreChange, StoredAuthors } from '../../changes/change.ts'
import { deletionKind, giftWrapKinds, isGiftWrap, vanishKind } from '../../event-kinds.ts'
import type { Arrival, BannedEvents, BannedPage, HeldState, RecentWriters, WriterCount } from '../../event-store.ts'
import type { Readers } from '../connections.ts'
import { heldValues } from '../moderation.ts'

const rowsAtOnce = 500
const unlimited = { isLimited: false } as const

const writers = `
SELECT count(DISTINCT pubkey) FILTER (
    WHERE n <= $2 AND kind <> ALL ($3::int[]) AND NOT pubkey = ANY (SELECT decode(unnest($4::text[]), 'hex'))
  ) AS writers, count(*) AS looked
FROM (
  SELECT pubkey, kind, row_number() OVER (ORDER BY created_at DESC, id) AS n FROM events
  WHERE created_at >= $1 ORDER BY created_at DESC, id LIMIT $2 + 1
) newest`

export class StoredRows {
  readonly #readers: Readers

  constructor(readers: Readers) {
    this.#readers = readers
  }

  async find(id: string): Promise<string | null> {
    const [row] = await this.#readers.read("SELECT json FROM events WHERE id = decode($1, 'hex')", [id], {
      isUsual: true,
    })
    return row ? String(row.json) : null
  }

  async countWriters({ since, except, eventsMax }: RecentWriters): Promise<WriterCount> {
    const passing = [...giftWrapKinds, deletionKind, vanishKind]
    const [row] = await this.#readers.read(writers, [since, eventsMax, passing, [...except]], unlimited)
    return { writers: Number(row?.writers), isAll: Number(row?.looked) <= eventsMax }
  }

  async banned({ after, from, limit }: BannedPage): Promise<BannedEvents> {
    const text = `SELECT id, reason, at, decided_by FROM banned WHERE id ${after === undefined ? '>=' : '>'} decode($1, 'hex')
      ORDER BY id LIMIT $2`
    const [rows, [all]] = await Promise.all([
      this.#readers.read(text, [after ?? from ?? '', limit]),
      this.#readers.read('SELECT count(*) AS count FROM banned', []),
    ])
    const events = rows.map(({ id, reason, at, decided_by }) => ({
      id: (id as Buffer).toString('hex'),
      reason: String(reason),
      at: Number(at),
      by: String(decided_by) || null,
    }))
    return { events, count: Number(all?.count) }
  }

  async countTrashed(job: number): Promise<number> {
    const [row] = await this.#readers.read('SELECT count(*) AS count FROM trash WHERE job = $1', [job], unlimited)
    return Number(row?.count)
  }

  async *held(state: HeldState): AsyncGenerator<string> {
    const text = `SELECT seq, json FROM events WHERE held = $1 AND held <> 0 AND seq > $2 ORDER BY seq LIMIT ${rowsAtOnce}`
    for (let after = 0; ; ) {
      const rows = await this.#readers.read(text, [heldValues[state], after], unlimited)
      for (const { json } of rows) yield String(json)
      if (rows.length < rowsAtOnce) return
      after = Number(rows.at(-1)?.seq)
    }
  }

  async *arrivals(after: number, last: number): AsyncGenerator<Arrival> {
    const text = `SELECT seq, json, received_at FROM events WHERE seq > $1 AND seq <= $2 ORDER BY seq LIMIT ${rowsAtOnce}`
    for (let from = after; ; ) {
      const rows = await this.#readers.read(text, [from, last], unlimited)
      for (const { json, received_at } of rows) yield { json: String(json), receivedAt: Number(received_at) }
      if (rows.length < rowsAtOnce) return
      from = Number(rows.at(-1)?.seq)
    }
  }

  async changesAfter(number: number, max: number): Promise<readonly StoreChange[]> {
    const text = 'SELECT change FROM changes WHERE number > $1 ORDER BY number LIMIT $2'
    const rows = await this.#readers.read(text, [number, max], unlimited)
    return rows.map(({ change }) => JSON.parse(String(change)) as StoreChange)
  }

  /** Without gift wraps, as in the journal. In one statement, so as of one moment. */
  async authorsAfter(seq: number, max: number): Promise<StoredAuthors> {
    const text = `SELECT e.seq, encode(e.pubkey, 'hex') AS pubkey, e.kind, e.received_at, e.bytes, c.number
      FROM (SELECT coalesce(max(number), 0) AS number FROM changes) c
      LEFT JOIN LATERAL (SELECT * FROM events WHERE seq > $1 ORDER BY seq LIMIT $2) e ON true ORDER BY e.seq`
    const rows = await this.#readers.read(text, [seq, max], unlimited)
    const found = rows.filter(row => row.seq !== null)
    const events = found
      .filter(({ kind }) => !isGiftWrap(Number(kind)))
      .map(row => ({
        seq: Number(row.seq),
        pubkey: String(row.pubkey),
        at: Number(row.received_at),
        bytes: Number(row.bytes),
      }))
    const upTo = Number(found.at(-1)?.seq ?? seq)
    return { events, upTo, isEnd: found.length < max, change: Number(rows[0]?.number) }
  }
}
