import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { constants, DatabaseSync } from 'node:sqlite'
import type { ClientBase } from 'pg'
import { applyKeyless, unpacked } from './entry.ts'
import { fetchParts } from './snapshot-parts.ts'
import { schema } from './sql.ts'

const changesAtOnce = 100

/** What the database has of `relay.db`. */
export interface Copy {
  readonly lineage: string
  readonly shape: string
  readonly snapshotAt: number
  readonly snapshotBytes: number
  readonly changesBytes: number
  /** Of the last change. */
  readonly position: number
}

/** What was fetched before. */
interface Ahead {
  /** Puts it there if it has this one. */
  moveTo(path: string, copy: Copy): Promise<boolean>
}

export async function findCopy(client: ClientBase): Promise<Copy | undefined> {
  const { rows } = await client.query(`SELECT s.*, (SELECT max(position) FROM ${schema}.changes) AS last,
    (SELECT sum(length(bytes)) FROM ${schema}.changes) AS size FROM ${schema}.snapshot s`)
  const [row] = rows
  if (!row) return undefined
  const snapshotAt = Number(row.position)
  return {
    lineage: row.lineage,
    shape: row.shape,
    snapshotAt,
    snapshotBytes: Number(row.bytes),
    changesBytes: Number(row.size ?? 0),
    position: Math.max(snapshotAt, Number(row.last ?? 0)),
  }
}

/** Puts it in the place of the file, which is kept once under another name. Throws if it is not whole. */
export async function restoreCopy(client: ClientBase, copy: Copy, path: string, ahead: Ahead) {
  const { snapshotAt, snapshotBytes, position } = copy
  const work = `${path}.restored`
  await removeWhole(work)
  if (!(await ahead.moveTo(work, copy))) {
    const bytes = await fetchParts(client, work, snapshotAt)
    if (bytes !== snapshotBytes)
      throw new Error(`the copy of relay.db in the database has ${bytes} of ${snapshotBytes} bytes`)
  }
  const database = new DatabaseSync(work, { defensive: false, enableForeignKeyConstraints: false })
  try {
    const triggers = database.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
    database.exec('PRAGMA synchronous = FULL; BEGIN')
    for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`)
    let at = snapshotAt
    while (at < position)
      for (const row of await changesAfter(client, at)) {
        at += 1
        if (Number(row.position) !== at) throw new Error(`change ${at} of relay.db is missing in the database`)
        const { changes, keyless } = unpacked(row.bytes)
        if (changes.length > 0 && !database.applyChangeset(changes, { onConflict }))
          throw new Error(`change ${at} of relay.db does not fit its copy in the database`)
        applyKeyless(database, keyless)
      }
    for (const { sql } of triggers) database.exec(String(sql))
    database.exec('COMMIT')
  } finally {
    database.close()
  }
  if (existsSync(path)) {
    await removeWhole(`${path}.replaced`)
    for (const end of ['', '-wal']) if (existsSync(path + end)) await rename(path + end, `${path}.replaced${end}`)
  }
  await removeWhole(path)
  await rename(work, path)
}

/** The copy is exact, so none is expected: a takeover with other content than what was acknowledged is refused. */
const onConflict = () => constants.SQLITE_CHANGESET_ABORT

async function changesAfter(client: ClientBase, position: number): Promise<{ position: string; bytes: Buffer }[]> {
  const select = `SELECT position, bytes FROM ${schema}.changes WHERE position > $1 ORDER BY position LIMIT ${changesAtOnce}`
  const { rows } = await client.query(select, [position])
  if (rows.length === 0) throw new Error(`change ${position + 1} of relay.db is missing in the database`)
  return rows
}

async function removeWhole(path: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(path + end, { force: true })
}
