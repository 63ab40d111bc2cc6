import type { DatabaseSync } from 'node:sqlite'

export interface Column {
  readonly name: string
  readonly type: 'bigint' | 'text' | 'double precision' | 'bytea'
  readonly isNullable: boolean
  readonly default: string | null
}

export interface Table {
  readonly name: string
  readonly columns: readonly Column[]
  readonly key: readonly string[]
  /** Whether SQLite numbers its rows. */
  readonly isNumbered: boolean
  readonly uniques: readonly (readonly string[])[]
  readonly checks: readonly string[]
  readonly references: readonly string[]
}

/** What the migrations have made, as SQLite tells it. */
export interface Shape {
  readonly tables: readonly Table[]
  readonly indexes: readonly string[]
  readonly triggers: readonly string[]
}

type Row = Readonly<Record<string, string & number>>

/** Other types of ours are texts: `varchar(255)`. */
const types: Readonly<Record<string, Column['type']>> = { INTEGER: 'bigint', REAL: 'double precision', BLOB: 'bytea' }

export function shapeOf(database: DatabaseSync): Shape {
  const all = (sql: string) => database.prepare(sql).all() as Row[]
  const made = (type: string) =>
    all(`SELECT name, sql FROM sqlite_master WHERE type = '${type}' AND sql IS NOT NULL AND name NOT LIKE 'sqlite_%'`)
  const sqls = (type: string) => made(type).map(({ sql = '' }) => sql)
  return {
    tables: made('table').map(({ name = '', sql = '' }) => tableOf(all, name, sql)),
    indexes: sqls('index'),
    triggers: sqls('trigger'),
  }
}

function tableOf(all: (sql: string) => Row[], name: string, sql: string): Table {
  const found = all(`SELECT * FROM pragma_table_info('${name}')`)
  const key = found.filter(({ pk }) => pk).sort((one, other) => (one.pk ?? 0) - (other.pk ?? 0))
  const columns = found.map(column => ({
    name: column.name ?? '',
    type: types[(column.type ?? '').toUpperCase()] ?? 'text',
    isNullable: !column.notnull && !column.pk,
    default: column.dflt_value ?? null,
  }))
  const uniques = all(`SELECT name FROM pragma_index_list('${name}') WHERE origin = 'u'`).map(index =>
    all(`SELECT name FROM pragma_index_info('${index.name}')`).map(({ name = '' }) => name),
  )
  return {
    name,
    columns,
    key: key.map(({ name = '' }) => name),
    isNumbered: key.length === 1 && (key[0]?.type ?? '').toUpperCase() === 'INTEGER' && !/WITHOUT ROWID/i.test(sql),
    uniques,
    checks: sql.match(/\bCHECK\s*\((?:[^()]|\([^()]*\))*\)/gi) ?? [],
    references: all(`SELECT * FROM pragma_foreign_key_list('${name}')`).map(
      ({ from, table, to, on_delete }) =>
        `FOREIGN KEY ("${from}") REFERENCES "${table}" ("${to}") ON DELETE ${on_delete}`,
    ),
  }
}
