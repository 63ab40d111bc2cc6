import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import type { RelaySettings } from '@hornets/contract/admin/relay-settings'
import * as contract from '@hornets/contract/admin/subscriptions/subscriber-changes'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import { readParts } from './ledger/gives.ts'
import type { Ledger } from './ledger/ledger.ts'
import { LedgerStore, type SubscriberRow } from './ledger/ledger-store.ts'
import { stateOf } from './ledger/subscription-state.ts'
import { bytesOfLimit, countable, givenBy } from './ledger/tier.ts'
import { intentionOf, writeRefund } from './refunds/refund.ts'
import type { RefundStates } from './refunds/refund-states.ts'
import { SubscribersStore } from './subscribers-store.ts'

export interface ChangesParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly ledger: Ledger
  readonly refunds: Pick<RefundStates, 'askBefore'>
  readonly relaySettings: { current(): Readonly<RelaySettings> }
  readonly onChanged: (pubkey: string) => void
  readonly now: Clock
}

const daysOfMonth = 30

export class ChangesService {
  readonly #parts: ChangesParts
  readonly #ledger: LedgerStore
  readonly #subscribers: SubscribersStore

  constructor(parts: ChangesParts) {
    this.#parts = parts
    this.#ledger = new LedgerStore(parts.database.reads)
    this.#subscribers = new SubscribersStore(parts.database.reads)
  }

  /** Returns the key. Throws ApiError('invalid_fields') if the key has no tier and none is named. */
  async give(given: string, { days, tier: named, note }: BodyOf<typeof contract.giveDays>, actor: Actor) {
    const pubkey = keyOf(given)
    const { now } = this.#parts
    return this.#change(pubkey, async tx => {
      const row = await this.#ledger.findSubscriber(pubkey, tx)
      const tier = named ?? row?.tier
      if (!tier) throw new ApiError('invalid_fields', messages.tierUnknown, { fields: { tier: messages.tierUnknown } })
      if (!row) await this.#ledger.insertSubscriber(tx, { pubkey, address: null, allotted_at: now() })
      const bytes = countable(Math.ceil((bytesOfLimit(tier) * days) / daysOfMonth))
      const gives = this.#givesOf(tier, row)
      await this.#parts.ledger.enter(tx, pubkey, { kind: 'gift', tier, days, bytes, gives, by: actor.pubkey, note })
      return { actor, action: contract.giveDays.audit, after: { days, tier, note } }
    })
  }

  /** Throws ApiError('not_found'), and ApiError('conflict') if the subscription is not running. */
  async changeTier(given: string, { tier, note }: BodyOf<typeof contract.changeTier>, actor: Actor) {
    const pubkey = keyOf(given)
    return this.#change(pubkey, async tx => {
      const row = await this.#ledger.findSubscriber(pubkey, tx)
      if (!row) throw new ApiError('not_found', messages.subscriberUnknown)
      if (row.expires_at === null || row.expires_at <= this.#parts.now())
        throw new ApiError('conflict', messages.subscriptionOver)
      // Bought space stays: a smaller tier adds none.
      const bytes = Math.max(0, bytesOfLimit(tier) - bytesOfLimit(row.tier))
      const gives = this.#givesOf(tier, row)
      await this.#parts.ledger.enter(tx, pubkey, { kind: 'tier_change', tier, bytes, gives, by: actor.pubkey, note })
      return { actor, action: contract.changeTier.audit, before: { tier: row.tier }, after: { tier, note } }
    })
  }

  /**
   * It pays nothing: that is left to the wallet. Throws ApiError('conflict') above the credit, 'invalid_fields' to
   * ourselves.
   */
  async refund(
    given: string,
    { sats, address, note }: BodyOf<typeof contract.prepareRefund>,
    actor: Actor,
  ): Promise<Omit<AnswerOf<typeof contract.prepareRefund>, 'message'>> {
    const pubkey = keyOf(given)
    let refundId = 0
    await this.#change(pubkey, async tx => {
      if (!(await this.#ledger.findSubscriber(pubkey, tx))) throw new ApiError('not_found', messages.subscriberUnknown)
      if (await this.#subscribers.isOfWallet(address, tx))
        throw new ApiError('invalid_fields', messages.refundToWallet, { fields: { address: messages.refundToWallet } })
      const { creditSats } = stateOf(await this.#ledger.listEntries(pubkey, tx))
      if (sats > creditSats)
        throw new ApiError('conflict', messages.refundTooHigh, { fields: { sats: messages.refundTooHigh } })
      const entry = { kind: 'refund', sats: -sats, by: actor.pubkey, note: writeRefund({ address, note }) } as const
      refundId = (await this.#parts.ledger.enter(tx, pubkey, entry)).id
      return { actor, action: contract.prepareRefund.audit, after: { sats, address, note } }
    })
    return { refund_id: refundId, recipient_address: address, spend_amount: sats, intention: intentionOf(refundId) }
  }

  /** Throws ApiError('conflict') if it was cancelled or paid, or may be paid. */
  async cancelRefund(given: string, refundId: number, actor: Actor) {
    const pubkey = keyOf(given)
    const assertUnpaid = await this.#parts.refunds.askBefore(refundId)
    return this.#change(pubkey, async tx => {
      const refund = await this.#subscribers.findEntry(refundId, tx)
      if (!refund || refund.pubkey !== pubkey || refund.kind !== 'refund')
        throw new ApiError('not_found', messages.refundUnknown)
      const last = (await this.#subscribers.lastOf([refundId], tx)).get(refundId)
      if (!last || last.isUndone) throw new ApiError('conflict', messages.refundUnknown)
      await assertUnpaid(tx, refund)
      const entry = { kind: 'refund_cancelled', sats: -refund.sats, undoes: last.id, by: actor.pubkey } as const
      await this.#parts.ledger.enter(tx, pubkey, entry)
      return { actor, action: contract.cancelRefund.audit, before: { sats: -refund.sats } }
    })
  }

  #givesOf(tier: string, row: SubscriberRow | undefined): string {
    const offered = givenBy(tier, this.#parts.relaySettings.current().subscription_tiers)
    return offered ?? (row?.tier === tier ? readParts(row.gives).at(-1)?.gives : undefined) ?? ''
  }

  async #change(
    pubkey: string,
    work: (tx: AdminTransaction) => Promise<Omit<Parameters<AuditLog['recordChange']>[1], 'target'>>,
  ): Promise<string> {
    const { database, audit, onChanged } = this.#parts
    await database.transact(async tx => {
      await audit.recordChange(tx, { ...(await work(tx)), target: pubkey })
    })
    onChanged(pubkey)
    return pubkey
  }
}

function keyOf(given: string): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('not_found', messages.subscriberUnknown)
}
