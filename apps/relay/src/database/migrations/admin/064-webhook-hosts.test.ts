import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { AdminTables } from '../../admin-tables.ts'
import { adminMigrations } from '../admin.ts'

it('removes the paths of webhooks from their names and from notices about them', async () => {
  const database = kyselyOver<AdminTables>(openSqlite(':memory:'))
  const before = Object.fromEntries(Object.entries(adminMigrations).filter(([name]) => name < '064'))
  await migrate(database as unknown as Kysely<never>, before)
  const account = { id: 'a', pubkey: 'a'.repeat(64), password: '', role: 'owner' as const, created_at: 0 }
  await database
    .insertInto('accounts')
    .values(account as never)
    .execute()
  const target = { account_id: 'a', sealed: '', created_at: 0 }
  const targets = ['https://hooks.example:8443/services/secret', 'https://bare.example', 'https://root.example/']
  for (const name of targets)
    await database
      .insertInto('delivery_targets')
      .values({ ...target, id: name, digest: name, channel: 'webhook', name })
      .execute()
  await database
    .insertInto('delivery_targets')
    .values({ ...target, id: 'phone', digest: 'phone', channel: 'push', name: 'my://phone/1' })
    .execute()
  const facts = JSON.stringify({ what: 'webhookAdded', name: targets[0] })
  await database.insertInto('notices').values({ kind: 'security', facts, account_id: 'a', at: 0 }).execute()

  await migrate(database as unknown as Kysely<never>, adminMigrations)

  const names = await database.selectFrom('delivery_targets').select(['id', 'name']).execute()
  expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
    new Map([
      [targets[0], 'hooks.example:8443'],
      [targets[1], 'bare.example'],
      [targets[2], 'root.example'],
      ['phone', 'my://phone/1'],
    ]),
  )
  const [notice] = await database.selectFrom('notices').select('facts').execute()
  expect(JSON.parse(notice?.facts ?? '')).toEqual({ what: 'webhookAdded', name: 'hooks.example:8443' })
  await database.destroy()
})
