import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/subscriptions/payments'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { toPubkeyHex } from '../../keys/nostr-keys.ts'
import type { Ledger } from './ledger.ts'
import { LedgerStore } from './ledger-store.ts'
import { UnassignedStore } from './unassigned-store.ts'

const listedMax = 100

interface UnassignedParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly ledger: Pick<Ledger, 'takeLines'>
  readonly onChanged: (pubkey: string) => void
  readonly now: Clock
}

/** A relay restored from a backup has forgotten which later keys were given an address. Operators assign those. */
export class UnassignedPayments {
  readonly #parts: UnassignedParts
  readonly #rows: UnassignedStore
  readonly #subscribers: LedgerStore

  constructor(parts: UnassignedParts) {
    this.#parts = parts
    this.#rows = new UnassignedStore(parts.database.reads)
    this.#subscribers = new LedgerStore(parts.database.reads)
  }

  async list(): Promise<AnswerOf<typeof contract.listUnassignedPayments>> {
    const lines = await this.#rows.listLines(listedMax)
    return {
      payments: lines.map(({ txid, vout, output, value_sats, confirmations, date }) => ({
        txid,
        vout,
        address: output,
        sats: value_sats,
        confirmations,
        date: toTimestamp(date),
      })),
    }
  }

  async isAny(): Promise<boolean> {
    return (await this.#rows.listLines(1)).length > 0
  }

  /**
   * It becomes the key's own if it has none. Throws ApiError: 'not_found' for an unknown key, 'conflict' if assigned.
   */
  async assign({ address, pubkey: given }: BodyOf<typeof contract.assignPayments>, actor: Actor): Promise<void> {
    const { database, audit, ledger, onChanged, now } = this.#parts
    const pubkey = toPubkeyHex(given)
    if (pubkey === null) throw new ApiError('not_found', messages.subscriberUnknown)
    await database.transact(async tx => {
      const lines = await this.#rows.linesTo(tx, address)
      if (lines.length === 0) throw new ApiError('conflict', messages.paymentAssigned)
      const isNew = await this.#subscribers.insertSubscriber(tx, { pubkey, address, allotted_at: now() })
      if (!isNew && !(await this.#subscribers.putAddress(tx, pubkey, address)))
        await this.#rows.assign(tx, address, pubkey)
      const present = lines.map(line => ({ ...line, isGone: false }))
      await ledger.takeLines(tx, present, [])
      const sats = lines.reduce((sum, { value_sats }) => sum + value_sats, 0)
      await audit.recordChange(tx, {
        actor,
        action: contract.assignPayments.audit,
        target: pubkey,
        after: { address, sats },
      })
    })
    onChanged(pubkey)
  }
}
