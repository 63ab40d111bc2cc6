import type { NostrEvent } from '@hornets/contract'
import type pg from 'pg'
import type { EngineRow, EngineRows, Numbers, RowTable, Slice, SliceOptions } from '../engines/engine-rows.ts'
import { type Address, connectReader, connectWriter, named, type Row } from './connections.ts'
import { hasJson, putSql, removeSql, rowColumns, sliceSql, valuesSql } from './row-columns.ts'
import { insertRows, keysIn, removeRows } from './rows.ts'
import { createPart, createTables, partOf, readParts } from './schema.ts'
import { Transaction } from './transaction.ts'

export interface PostgresRowsOptions {
  readonly owner: string
  readonly isSource: boolean
  /** While a relay runs on it. */
  readonly readsOnly?: boolean | undefined
}

const waitMs = 1000
const columnsIn = (lists: readonly (readonly string[])[], width: number): string[][] =>
  Array.from({ length: width }, (_, at) => lists.map(list => list[at] ?? ''))

/** The tables in a database. Only one connection writes: that of a relay, or this one. */
export class PostgresRows implements EngineRows {
  readonly #client: pg.Client
  readonly #parts: Set<string>

  private constructor(client: pg.Client, parts: Set<string>) {
    this.#client = client
    this.#parts = parts
  }

  static async open(address: Address, { owner, isSource, readsOnly }: PostgresRowsOptions): Promise<PostgresRows> {
    const client = readsOnly ? await connectReader(address) : await connectWriter(address, waitMs)
    try {
      if (!readsOnly) await createTables(client, address.schema)
      const rows = new PostgresRows(client, await readParts(client))
      await rows.#claim(owner, isSource)
      return rows
    } catch (error) {
      void client.end().catch(() => {})
      throw error
    }
  }

  async slice(table: RowTable, { from, max, isWhole }: SliceOptions): Promise<Slice> {
    const behind: string[] = from === null ? [] : JSON.parse(from)
    const found = await this.#query(sliceSql(rowColumns[table], { isFirst: from === null, isWhole }), [...behind, max])
    const rows = found.map(row => rowIn(row))
    return { rows, next: rows.length < max ? null : JSON.stringify(rows.at(-1)?.key) }
  }

  async valuesOf(table: RowTable, keys: readonly EngineRow['key'][]): Promise<(readonly string[] | undefined)[]> {
    const columns = rowColumns[table]
    const found: (readonly string[] | undefined)[] = keys.map(() => undefined)
    for (const { n, values } of await this.#query(valuesSql(columns), columnsIn(keys, columns.key.length)))
      found[Number(n) - 1] = values as string[]
    return found
  }

  async put(table: RowTable, rows: readonly EngineRow[]): Promise<void> {
    if (table === 'events') return this.#putEvents(rows)
    if (table === 'held') return this.#hold(rows)
    const columns = rowColumns[table]
    const isWithJson = hasJson(columns)
    const lists = rows.map(({ key, values, json = '' }) => [...key, ...values, ...(isWithJson ? [json] : [])])
    const width = columns.key.length + columns.values.length + (isWithJson ? 1 : 0)
    await this.#query(putSql(columns), columnsIn(lists, width))
  }

  async remove(table: RowTable, keys: readonly EngineRow['key'][]): Promise<void> {
    if (table === 'held') return this.#hold(keys.map(key => ({ key, values: ['0'] })))
    if (table !== 'events') {
      await this.#query(removeSql(rowColumns[table]), columnsIn(keys, rowColumns[table].key.length))
      return
    }
    await this.#transact(async tx => {
      const text = 'SELECT id, created_at FROM events WHERE seq = ANY ($1::bigint[])'
      await removeRows(tx, keysIn(await tx.query(text, [keys.map(([seq]) => seq)])))
    })
  }

  async numbers(): Promise<Numbers> {
    const [row] = await this.#query('SELECT seq, change FROM numbers', [])
    return { seq: Number(row?.seq), change: Number(row?.change) }
  }

  async setNumbers({ seq, change }: Numbers): Promise<void> {
    await this.#query('UPDATE numbers SET seq = $1, change = $2, counted = $2', [seq, change])
  }

  async close(): Promise<void> {
    await this.#client.end()
  }

  /** Events that never moved have no owner: they are those of the relay on this folder, or of another one. */
  async #claim(owner: string, isSource: boolean): Promise<void> {
    const [row] = await this.#query('SELECT (SELECT id FROM owner) AS id, seq FROM numbers', [])
    const isFree = !row?.id && (isSource || Number(row?.seq) === 0)
    if (isFree) await this.#query('INSERT INTO owner (id) VALUES ($1)', [owner])
    else if (row?.id !== owner) throw new Error('the database has the events of another relay')
  }

  async #putEvents(rows: readonly EngineRow[]): Promise<void> {
    const arrived = rows.map(({ key, values: [, receivedAt, expiresAt, wasHeld], json = '' }) => ({
      seq: Number(key[0]),
      event: JSON.parse(json) as NostrEvent,
      json,
      receivedAt: Number(receivedAt),
      keptUntil: Number(expiresAt) || undefined,
      isHeld: wasHeld === '1',
    }))
    for (const { event } of arrived) {
      const part = partOf(event.created_at)
      if (this.#parts.has(part.name)) continue
      await createPart(this.#client, part)
      this.#parts.add(part.name)
    }
    const keys = arrived.map(({ event: { id, created_at } }) => ({ id, createdAt: created_at }))
    await this.#transact(async tx => {
      await removeRows(tx, keys)
      await insertRows(tx, arrived)
    })
  }

  async #hold(rows: readonly EngineRow[]): Promise<void> {
    const text = `UPDATE events e SET held = g.held FROM unnest($1::bigint[], $2::int[]) AS g (seq, held)
      WHERE e.seq = g.seq`
    await this.#query(text, [rows.map(({ key }) => key[0]), rows.map(({ values }) => values[0])])
  }

  async #transact(work: (tx: Transaction) => Promise<void>): Promise<void> {
    await this.#query('BEGIN', [])
    try {
      // Rows have their numbers already, and the journal is moved.
      const tx = new Transaction(this.#client, { seq: 0, change: 0 })
      await work(tx)
      await tx.counts.write(tx)
      await this.#query('COMMIT', [])
    } catch (error) {
      await this.#client.query('ROLLBACK').catch(() => {})
      throw named(error)
    }
  }

  async #query(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    try {
      return (await this.#client.query(text, [...values])).rows
    } catch (error) {
      throw named(error)
    }
  }
}

function rowIn({ key, values, json }: Row): EngineRow {
  const row = { key: key as string[], values: values as string[] }
  return json === null ? row : { ...row, json: String(json) }
}
