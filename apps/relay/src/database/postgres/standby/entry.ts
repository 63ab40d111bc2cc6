import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import { deserialize, serialize } from 'node:v8'

type Row = Readonly<Record<string, SQLInputValue>>

/** What some transactions have changed, in the order of commits. */
export interface Entry {
  readonly changes: Uint8Array
  /** All rows of tables without a primary key: SQLite's sessions do not see them. */
  readonly keyless: Readonly<Record<string, readonly Row[]>>
}

const tablesSql = `SELECT name FROM sqlite_master WHERE type = 'table' AND NOT EXISTS (
  SELECT 1 FROM pragma_table_info(sqlite_master.name) WHERE pk > 0)`
/** Each has one row, or one for each numbered table. */
const keylessRowsMax = 100

export const keylessTables = (database: DatabaseSync): string[] =>
  database
    .prepare(tablesSql)
    .all()
    .map(({ name }) => String(name))

export function readKeyless(database: DatabaseSync, tables: readonly string[]): Entry['keyless'] {
  return Object.fromEntries(
    tables.map(table => {
      const rows = database.prepare(`SELECT * FROM "${table}" LIMIT ${keylessRowsMax + 1}`).all() as Row[]
      if (rows.length > keylessRowsMax) throw new Error(`${table} needs a primary key, to be copied to a standby`)
      return [table, rows.map(row => ({ ...row }))]
    }),
  )
}

export const packed = (entry: Entry): Buffer => serialize(entry)
export const unpacked = (bytes: Uint8Array): Entry => deserialize(bytes) as Entry

/** Triggers must be off: what they did is among the changes. */
export function applyKeyless(database: DatabaseSync, keyless: Entry['keyless']): void {
  for (const [table, rows] of Object.entries(keyless)) {
    database.exec(`DELETE FROM "${table}"`)
    for (const row of rows) {
      const names = Object.keys(row)
      const [columns, marks] = [names.map(name => `"${name}"`).join(', '), names.map(() => '?').join(', ')]
      database.prepare(`INSERT INTO "${table}" (${columns}) VALUES (${marks})`).run(...Object.values(row))
    }
  }
}
