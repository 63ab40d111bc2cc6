import type { Attempt, Sequence } from '@hornets/contract/wallet/relay/push'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'

export interface Place {
  /** The last push in order. After a gap it is another one: the wallet reports all again, from 1. */
  readonly last: Sequence | null
  /** A later attempt or push was taken before: what this one says is outdated. */
  readonly isLate: boolean
}

export class SequenceStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /** The wallet's last push in order; null before the first. */
  async findSequence(wallet: string): Promise<Sequence | null> {
    const { stream, number } = (await this.#find(wallet, this.#reads)) ?? {}
    return stream === undefined || number === undefined ? null : { stream, number }
  }

  async takeNumber(tx: AdminTransaction, wallet: string, given: Attempt): Promise<Place> {
    const { stream, number, attempt = 0 } = given
    const before = await this.#find(wallet, tx)
    const last = before ? { stream: before.stream, number: before.number } : null
    const isSameStream = before?.stream === stream
    const isAgain = isSameStream && number === before.number
    // Nobody waits for this answer, unless the wallet was put back from a backup: then it reports all again.
    if (isAgain && attempt > 0 && attempt < before.attempt) return { last: null, isLate: true }
    if (isSameStream && number < before.number) return { last, isLate: true }
    const isNext = isSameStream ? number === before.number + 1 : number === 1
    if (!isNext && !isAgain) return { last, isLate: false }
    await tx
      .insertInto('wallet_sequences')
      .values({ wallet, stream, number, attempt })
      .onConflict(conflict => conflict.column('wallet').doUpdateSet({ stream, number, attempt }))
      .execute()
    return { last: { stream, number }, isLate: false }
  }

  async #find(wallet: string, reads: AdminReads) {
    const rows = reads.selectFrom('wallet_sequences').select(['stream', 'number', 'attempt'])
    return await rows.where('wallet', '=', wallet).executeTakeFirst()
  }
}
