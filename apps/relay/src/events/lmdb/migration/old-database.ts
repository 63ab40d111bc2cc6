import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '@hornets/server/database/sqlite'

const eventTables = ['events', 'event_tags', 'deleted_ids', 'deleted_addresses', 'banned_ids', 'vanished_keys']
const isOfEvents = (table: string) => eventTables.includes(table) || table.startsWith('event_text')

export function hasTable(database: DatabaseSync, name: string): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined
}

export function hasEvents(database: DatabaseSync): boolean {
  return eventTables
    .filter(table => table !== 'event_tags' && hasTable(database, table))
    .some(table => database.prepare(`SELECT 1 FROM ${table} LIMIT 1`).get() !== undefined)
}

export function countByKind(database: DatabaseSync): Map<number, number> {
  const rows = database.prepare('SELECT kind, count(*) AS count FROM events GROUP BY kind').all()
  return new Map(rows.map(({ kind, count }) => [Number(kind), Number(count)]))
}

export function copyWithoutEvents(from: string, to: string): void {
  const copy = openSqlite(to)
  try {
    copy.prepare('ATTACH ? AS old').run(from)
    copy.exec('PRAGMA foreign_keys = OFF; BEGIN')
    const schema = copy.prepare(`SELECT type, name, tbl_name AS owner, sql FROM old.sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type DESC`)
    for (const { type, name, owner, sql } of schema.all()) {
      if (isOfEvents(String(owner))) continue
      copy.exec(String(sql))
      if (type === 'table') copy.exec(`INSERT INTO main."${name}" SELECT * FROM old."${name}"`)
    }
    copy.exec('COMMIT; DETACH old; PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    copy.close()
  }
}
