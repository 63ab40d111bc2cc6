import type { AdminReads } from '../database/admin-database.ts'

/** The state of a payment for an intention, as the wallet reports it. */
export interface IntendedPayment {
  readonly txid: string
  /** In a block. */
  readonly isConfirmed: boolean
}

const columns = ['txid', 'intention', 'state', 'replaced_by'] as const
/** Nothing was paid, or the payment ended. */
const ended = ['lost', 'abandoned', 'refused']
const replacementsMax = 100

interface Row {
  readonly txid: string
  readonly state: string | null
  readonly replaced_by: string | null
}

async function afterReplacements(reads: AdminReads, first: Row): Promise<IntendedPayment | undefined> {
  let row: Row | undefined = first
  for (let left = replacementsMax; row?.state === 'replaced' && row.replaced_by !== null && left > 0; left--)
    row = await reads
      .selectFrom('pending_transactions')
      .select(columns)
      .where('txid', '=', row.replaced_by)
      .executeTakeFirst()
  if (!row || ended.includes(row.state ?? '')) return undefined
  return { txid: row.txid, isConfirmed: row.state === 'confirmed' }
}

/** Payments by what they were meant for. */
export class IntentionStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  /**
   * The latest payment for each of these intentions, or for a further attempt at one (`<intention>.2`), after all
   * replacements. Missing: none was made, or none stayed.
   */
  async findIntended(
    intentions: readonly string[],
    reads: AdminReads = this.#reads,
  ): Promise<ReadonlyMap<string, IntendedPayment>> {
    if (intentions.length === 0) return new Map()
    const rows = await reads
      .selectFrom('pending_transactions')
      .select(columns)
      .where(({ or, and, eb }) =>
        or([
          eb('intention', 'in', intentions),
          ...intentions.map(one => and([eb('intention', '>=', `${one}.`), eb('intention', '<', `${one}/`)])),
        ]),
      )
      .orderBy('id')
      .execute()
    const found = new Map<string, IntendedPayment>()
    for (const row of rows) {
      const last = await afterReplacements(reads, row)
      const intention = row.intention?.split('.', 1)[0]
      if (last && intention) found.set(intention, last)
    }
    return found
  }
}
