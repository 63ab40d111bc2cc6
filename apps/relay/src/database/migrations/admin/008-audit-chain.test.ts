import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { AdminTables } from '../../admin-tables.ts'
import { chainStart, hashOfEntry } from '../../audit-chain.ts'
import { adminMigrations } from '../admin.ts'

it('entries from before the chain are chained in their order, and nothing else of them changes', async () => {
  const database = kyselyOver<AdminTables>(openSqlite(':memory:'))
  const before = Object.fromEntries(Object.entries(adminMigrations).filter(([name]) => name < '008'))
  await migrate(database as unknown as Kysely<never>, before)
  const facts = { actor: null, target: 't', before: null, after: '{"a":1}', ip: '::1', outcome: 'done' as const }
  const old = Array.from({ length: 1203 }, (_, at) => ({ id: at + 1, at, action: `try.${at % 3}`, ...facts }))
  for (const row of old)
    await database
      .insertInto('audit_log')
      .values(row as never)
      .execute()

  await migrate(database as unknown as Kysely<never>, adminMigrations)

  const rows = await database.selectFrom('audit_log').selectAll().orderBy('id').execute()
  let previous = chainStart
  const expected = old.map(row => {
    previous = hashOfEntry(previous, row)
    return { ...row, hash: previous }
  })
  expect(rows).toEqual(expected)
  await expect(database.updateTable('audit_log').set({ target: 'x' }).execute()).rejects.toThrow('append-only')
  await database.destroy()
})
