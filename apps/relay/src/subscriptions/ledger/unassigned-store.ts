import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

interface ReceivedLine {
  readonly txid: string
  readonly vout: number
  readonly output: string
  readonly value_sats: number
  readonly confirmations: number
  /** Milliseconds. */
  readonly date: number
}

export class UnassignedStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listLines(limit: number): Promise<ReceivedLine[]> {
    return this.#lines(this.#reads).orderBy('line.date', 'desc').orderBy('line.id', 'desc').limit(limit).execute()
  }

  async linesTo(tx: AdminTransaction, address: string): Promise<ReceivedLine[]> {
    return this.#lines(tx).where('line.output', '=', address).execute()
  }

  async isTaken(tx: AdminTransaction, address: string, pubkey: string): Promise<boolean> {
    const holder = (table: 'subscribers' | 'assigned_addresses') =>
      tx.selectFrom(table).select('pubkey').where('address', '=', address).where('pubkey', '<>', pubkey)
    return (await holder('subscribers').unionAll(holder('assigned_addresses')).executeTakeFirst()) !== undefined
  }

  async assign(tx: AdminTransaction, address: string, pubkey: string): Promise<void> {
    await tx.insertInto('assigned_addresses').values({ address, pubkey }).execute()
  }

  #lines(reads: AdminReads) {
    return reads
      .selectFrom('wallet_addresses as own')
      .innerJoin('wallet_transactions as line', join =>
        join.onRef('line.output', '=', 'own.address').onRef('line.wallet', '=', 'own.wallet'),
      )
      .select(['line.txid', 'line.vout', 'line.output', 'line.value_sats', 'line.confirmations', 'line.date'])
      .where('own.for_relay', '=', 1)
      .where('line.value_sats', '>', 0)
      .where('line.dropped', '=', 0)
      .where('line.replaced_by', 'is', null)
      .where('own.address', 'not in', ({ selectFrom }) =>
        selectFrom('subscribers').select('address').where('address', 'is not', null).$castTo<{ address: string }>(),
      )
      .where('own.address', 'not in', ({ selectFrom }) => selectFrom('assigned_addresses').select('address'))
  }
}
