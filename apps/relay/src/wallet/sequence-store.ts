import type { Sequence } from '@hornets/contract/wallet/push'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

/** The last push of a wallet that was taken in order; null before the first. */
export async function findSequence(reads: AdminReads, wallet: string): Promise<Sequence | null> {
  const rows = reads.selectFrom('wallet_sequences').select(['stream', 'number'])
  return (await rows.where('wallet', '=', wallet).executeTakeFirst()) ?? null
}

/**
 * Notes a push by its number and answers the last one in order. After a gap that is not this push: the wallet reads it there,
 * and tells everything again in a stream that begins with 1.
 */
export async function takeNumber(tx: AdminTransaction, wallet: string, given: Sequence): Promise<Sequence | null> {
  const last = await findSequence(tx, wallet)
  const isNext = last?.stream === given.stream ? given.number === last.number + 1 : given.number === 1
  if (!isNext) return last
  await tx
    .insertInto('wallet_sequences')
    .values({ wallet, ...given })
    .onConflict(conflict => conflict.column('wallet').doUpdateSet(given))
    .execute()
  return given
}
