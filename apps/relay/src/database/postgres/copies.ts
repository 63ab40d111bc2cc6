import { createHash } from 'node:crypto'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { ClientBase } from 'pg'
import type { Shape, Table } from './sqlite-shape.ts'

const rowsEach = 1000

type Value = SQLInputValue
type Row = readonly Value[]

const listed = (names: readonly string[]) => names.map(name => `"${name}"`).join(', ')
const selectSql = ({ name, columns, key }: Table) =>
  `SELECT ${listed(columns.map(column => column.name))} FROM "${name}" ORDER BY ${listed(key)}`

/** Whether both have the same rows in the same tables. */
export async function haveSameRows(client: ClientBase, database: DatabaseSync, { tables }: Shape): Promise<boolean> {
  for (const table of tables) {
    const there = createHash('sha256')
    for await (const rows of readServer(client, table)) for (const row of rows) addTo(there, row)
    const here = createHash('sha256')
    for (const rows of readFile(database, table)) for (const row of rows) addTo(here, row)
    if (there.digest('hex') !== here.digest('hex')) return false
  }
  return true
}

const addTo = (hash: ReturnType<typeof createHash>, row: Row) => hash.update(`${JSON.stringify(row.map(plain))}\n`)

const plain = (value: Value) =>
  ArrayBuffer.isView(value) ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') : value

/** Into tables that are empty and have no triggers yet. */
export async function copyToServer(client: ClientBase, database: DatabaseSync, { tables }: Shape): Promise<void> {
  for (const table of tables) {
    const columns = table.columns.map(({ name }) => name)
    const arrays = table.columns.map(({ type }, at) => `$${at + 1}::${type}[]`)
    const insert = `INSERT INTO "${table.name}" (${listed(columns)}) SELECT * FROM unnest(${arrays.join(', ')})`
    for (const rows of readFile(database, table))
      await client.query(
        insert,
        columns.map((_name, at) => rows.map(row => row[at])),
      )
    if (!table.isNumbered) continue
    const [{ last = 0 } = {}] = database.prepare(lastNumberSql(table)).all() as { last?: number }[]
    const sequence = `pg_get_serial_sequence('"${table.name}"', '${table.key[0]}')`
    if (last > 0) await client.query(`SELECT setval(${sequence}, $1)`, [last])
  }
}

/** Of a file that this version's migrations, or those of the server's, have made. */
export async function copyToFile(client: ClientBase, database: DatabaseSync, shape: Shape): Promise<void> {
  database.exec('PRAGMA foreign_keys = OFF; BEGIN')
  const names = shape.triggers.map(sql => /^CREATE TRIGGER (\w+)/i.exec(sql)?.[1])
  for (const name of names) database.exec(`DROP TRIGGER "${name}"`)
  for (const table of shape.tables) {
    database.exec(`DELETE FROM "${table.name}"`)
    const columns = table.columns.map(({ name }) => name)
    const insert = database.prepare(
      `INSERT INTO "${table.name}" (${listed(columns)}) VALUES (${columns.map(() => '?').join(', ')})`,
    )
    for await (const rows of readServer(client, table)) for (const row of rows) insert.run(...row)
    if (table.isNumbered) await noteNumber(client, database, table)
  }
  for (const sql of shape.triggers) database.exec(sql)
  const [broken] = database.prepare('PRAGMA foreign_key_check').all()
  if (broken) throw new Error(`rows refer to others that are missing: ${JSON.stringify(broken)}`)
  database.exec('COMMIT; PRAGMA foreign_keys = ON')
}

/** The last number given, also of rows that are gone. */
async function noteNumber(client: ClientBase, database: DatabaseSync, { name, key }: Table): Promise<void> {
  const sql = `SELECT last_value FROM pg_sequences WHERE schemaname = current_schema()
    AND format('%I.%I', schemaname, sequencename) = pg_get_serial_sequence('"${name}"', '${key[0]}')`
  const last = Number((await client.query(sql)).rows[0]?.last_value ?? 0)
  const note = 'UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?'
  if (Number(database.prepare(note).run(last, name).changes) > 0 || last === 0) return
  const isCounted = database
    .prepare('SELECT 1 FROM sqlite_master WHERE name = ? AND sql LIKE ?')
    .get(name, '%AUTOINCREMENT%')
  if (isCounted) database.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)').run(name, last)
}

const lastNumberSql = ({ name, key }: Table) => `SELECT max(last) AS last FROM (
  SELECT max("${key[0]}") AS last FROM "${name}" UNION ALL SELECT seq FROM sqlite_sequence WHERE name = '${name}')`

function* readFile(database: DatabaseSync, table: Table): Generator<Row[]> {
  let rows: Row[] = []
  const statement = database.prepare(selectSql(table))
  for (const row of statement.iterate()) {
    // PostgreSQL has no NUL in texts.
    rows.push(Object.values(row).map(value => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value)))
    if (rows.length < rowsEach) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

async function* readServer(client: ClientBase, table: Table): AsyncGenerator<Row[]> {
  await client.query(`DECLARE rows NO SCROLL CURSOR FOR ${selectSql(table)}`)
  for (;;) {
    const { rows } = await client.query({ text: `FETCH ${rowsEach} FROM rows`, rowMode: 'array' })
    if (rows.length > 0) yield rows
    if (rows.length < rowsEach) break
  }
  await client.query('CLOSE rows')
}
