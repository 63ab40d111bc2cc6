import type { Sequence } from '@hornets/contract/wallet/relay/push'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

export class SequenceStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** The wallet's last push in order; null before the first. */
  async findSequence(wallet: string, reads: AdminReads = this.#reads): Promise<Sequence | null> {
    const rows = reads.selectFrom('wallet_sequences').select(['stream', 'number'])
    return (await rows.where('wallet', '=', wallet).executeTakeFirst()) ?? null
  }

  /** Returns the last number in order. After a gap they differ: the wallet reports all again, from 1. */
  async takeNumber(tx: AdminTransaction, wallet: string, given: Sequence): Promise<Sequence | null> {
    const last = await this.findSequence(wallet, tx)
    const isNext = last?.stream === given.stream ? given.number === last.number + 1 : given.number === 1
    if (!isNext) return last
    await tx
      .insertInto('wallet_sequences')
      .values({ wallet, ...given })
      .onConflict(conflict => conflict.column('wallet').doUpdateSet(given))
      .execute()
    return given
  }
}
