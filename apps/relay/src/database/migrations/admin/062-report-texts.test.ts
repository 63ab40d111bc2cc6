import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { AdminTables } from '../../admin-tables.ts'
import { adminMigrations } from '../admin.ts'

it('keeps the texts of earlier reports, each once', async () => {
  const database = kyselyOver<AdminTables>(openSqlite(':memory:'))
  const before = Object.fromEntries(Object.entries(adminMigrations).filter(([name]) => name < '062'))
  await migrate(database as unknown as Kysely<never>, before)
  for (const [target, content] of [
    ['a', 'rude'],
    ['b', 'rude'],
    ['c', ''],
    ['d', 'spam'],
  ])
    await sql`INSERT INTO report_cases (target, pubkey, type, content, reporter, reporters, created_at, updated_at, is_read)
      VALUES (${target}, 'p', 'spam', ${content}, 'r', 1, 1, 1, 0)`.execute(database)

  await migrate(database as unknown as Kysely<never>, adminMigrations)

  const rows = await database
    .selectFrom('report_cases')
    .leftJoin('report_texts', 'report_texts.id', 'report_cases.text_id')
    .select(['target', 'report_texts.content'])
    .orderBy('target')
    .execute()
  expect(rows.map(({ target, content }) => [target, content])).toEqual([
    ['a', 'rude'],
    ['b', 'rude'],
    ['c', null],
    ['d', 'spam'],
  ])
  expect(await database.selectFrom('report_texts').selectAll().execute()).toHaveLength(2)
  await database.destroy()
})
