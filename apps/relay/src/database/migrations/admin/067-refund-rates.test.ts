import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import type { AdminTables } from '../../admin-tables.ts'
import { adminMigrations } from '../admin.ts'

it('takes earlier refunds that were not cancelled out of their months, without a rate', async () => {
  const database = kyselyOver<AdminTables>(openSqlite(':memory:'))
  const before = Object.fromEntries(Object.entries(adminMigrations).filter(([name]) => name < '067'))
  await migrate(database as unknown as Kysely<never>, before)
  const empty = { pubkey: 'a', tier: '', bytes: 0, months: 0, days: 0, txid: null, vout: null, by: null, note: '' }
  const add = (id: number, kind: string, month: string, sats: number, undoes: number | null = null) =>
    database
      .insertInto('subscription_entries')
      .values({ ...empty, id, kind, sats, undoes, gives: '', at: Date.parse(`2026-${month}-15T12:00:00Z`) } as never)
      .execute()
  await add(1, 'payment', '09', 9000)
  await add(2, 'refund', '09', -1000)
  await add(3, 'refund', '10', -2000)
  await add(4, 'refund_cancelled', '11', 2000, 3)
  await add(5, 'refund', '10', -300)
  await add(6, 'refund_cancelled', '11', 300, 5)
  await add(7, 'refund_stands', '11', -300, 6)
  const sums = { new_subscribers: 0, renewed: 0, lost: 0, payments: 1, sats: 9000, usd_cents: 800, unpriced_sats: 0 }
  await database
    .insertInto('subscription_months')
    .values({ month: '2026-09', tier: '', ...sums })
    .execute()

  await migrate(database as unknown as Kysely<never>, adminMigrations)

  const months = await database.selectFrom('subscription_months').selectAll().orderBy('month').execute()
  expect(months).toMatchObject([
    { month: '2026-09', payments: 1, sats: 8000, usd_cents: 800, unpriced_sats: -1000 },
    { month: '2026-10', payments: 0, sats: -300, usd_cents: 0, unpriced_sats: -300 },
  ])
  await database.destroy()
})
