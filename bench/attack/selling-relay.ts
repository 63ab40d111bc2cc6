import { join } from 'node:path'
import { AdminDatabase } from '../../apps/relay/src/database/admin-database.ts'

export const soldTier = '10 MB per month'
const dayMs = 86_400_000

export async function sellTo(
  folder: string,
  pubkey: string,
  { totalBytes = 0, freeTierLimit = '0.2 MB per month' } = {},
): Promise<() => Promise<void>> {
  const now = Date.now()
  const settings = {
    subscription_tiers: [{ datalimit: soldTier, price: '1000' }],
    freeTierEnabled: true,
    freeTierLimit,
  }
  const rows = Object.entries(settings).map(([key, value]) => ({
    group_name: 'relay_settings',
    key,
    value: JSON.stringify(value),
    sealed: 0,
  }))
  await withDatabase(folder, async database => {
    await database.transact(async tx => {
      await tx.replaceInto('settings').values(rows).execute()
      await tx
        .replaceInto('subscribers')
        .values({
          pubkey,
          address: null,
          allotted_at: now,
          since: now,
          tier: soldTier,
          run_started_at: now,
          expires_at: now + 30 * dayMs,
          total_bytes: totalBytes,
          noticed: 0,
          gives: '',
        })
        .execute()
    })
  })
  return () =>
    withDatabase(folder, database =>
      database.transact(async tx => {
        await tx.deleteFrom('settings').where('group_name', '=', 'relay_settings').execute()
        await tx.deleteFrom('subscribers').where('pubkey', '=', pubkey).execute()
      }),
    )
}

async function withDatabase(folder: string, work: (database: AdminDatabase) => Promise<void>): Promise<void> {
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  await work(database).finally(() => database.close())
}
