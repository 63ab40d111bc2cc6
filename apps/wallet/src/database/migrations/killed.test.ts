import { migrateKilled } from '@hornets/server/database/testing/migrate-killed'
import { expect, it } from 'vitest'
import { walletMigrations } from './wallet.ts'

it('a first start that is killed while it makes wallet.db is made good by the next one', async () => {
  expect(await migrateKilled(walletMigrations, 5)).toBeGreaterThan(4)
})
