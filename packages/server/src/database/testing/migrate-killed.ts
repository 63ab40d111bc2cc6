import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { kyselyOver } from '../kysely-over.ts'
import { type Migrations, migrate } from '../migrate.ts'
import { openSqlite } from '../sqlite.ts'
import { DyingDatabase } from './dying-database.ts'

/** After 0, `step`, 2 × `step` … statements, each followed by a normal start. Returns how often; throws on failure. */
export async function migrateKilled(migrations: Migrations, step: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'migrate-killed-'))
  const attempt = (database: DatabaseSync) => {
    const kysely = kyselyOver<never>(database)
    return migrate(kysely, migrations).finally(() => kysely.destroy())
  }
  const attemptAt = async (path: string) => {
    await attempt(openSqlite(path))
    return schemaOf(path)
  }
  try {
    const expected = await attemptAt(join(folder, 'undisturbed.db'))
    for (let killed = 0; ; killed++) {
      const path = join(folder, `${killed}.db`)
      const whole = await attempt(new DyingDatabase(path, killed * step)).then(
        () => true,
        () => false,
      )
      const found = await attemptAt(path)
      if (found !== expected) throw new Error(`killed after ${killed * step} statements the schema is ${found}`)
      if (whole) return killed
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function schemaOf(path: string): string {
  const database = openSqlite(path)
  const schema = JSON.stringify(database.prepare('SELECT name, sql FROM sqlite_schema ORDER BY name').all())
  database.close()
  return schema
}
