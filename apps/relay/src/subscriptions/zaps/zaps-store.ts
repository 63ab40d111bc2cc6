import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

/** Since when zaps count, milliseconds; null while they do not. */
export async function findSince(reads: AdminReads): Promise<number | null> {
  const row = await reads.selectFrom('subscription_zaps').select('since').executeTakeFirst()
  return row?.since ?? null
}

/** An earlier time stays. */
export async function startAt(tx: AdminTransaction, since: number): Promise<void> {
  const row = { id: 1 as const, since }
  await tx
    .insertInto('subscription_zaps')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

export async function stop(tx: AdminTransaction): Promise<void> {
  await tx.deleteFrom('subscription_zaps').execute()
}
