import { migrateKilled } from '@hornets/server/database/testing/migrate-killed'
import { expect, it } from 'vitest'
import { adminMigrations } from './admin.ts'
import { relayMigrations } from './relay.ts'

it.each([
  ['admin.db', adminMigrations],
  ['relay.db', relayMigrations],
])('a first start that is killed while it makes %s is made good by the next one', async (_file, migrations) => {
  expect(await migrateKilled(migrations, 5)).toBeGreaterThan(4)
})
