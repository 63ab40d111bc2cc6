import { messages } from '@hornets/contract'
import type { BlockedPubkey } from '@hornets/contract/admin/access'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Listeners } from '@hornets/server/listeners'
import type { Logger } from '@hornets/server/logger'
import { Serial } from '@hornets/server/serial'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { toPubkeyHex } from '../nostr-keys.ts'
import type { Access, EventRemoval } from './access.ts'
import { type BlockRow, deleteBlock, insertBlock, listBlockedKeys, searchBlocks } from './store.ts'

export interface AccessOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: EventRemoval
  readonly now: Clock
  readonly logger: Logger
}

export interface BlockRequest {
  /** Hex or npub. */
  readonly pubkey: string
  readonly reason: string
  readonly deleteEvents: boolean
}

/** Blocked public keys: kept in the database, asked from memory, told as they are blocked. */
export class AccessService implements Access {
  readonly #parts: AccessOptions
  readonly #blocked: Set<string>
  readonly #onBlocked: Listeners<string>
  readonly #onChange: Listeners<void>
  readonly #changes = new Serial()

  private constructor(parts: AccessOptions, blocked: Set<string>) {
    const onError = (err: unknown) => parts.logger.error({ err }, 'a part did not take a change of the block list')
    this.#parts = parts
    this.#blocked = blocked
    this.#onBlocked = new Listeners(onError)
    this.#onChange = new Listeners(onError)
  }

  static async open(parts: AccessOptions): Promise<AccessService> {
    return new AccessService(parts, new Set(await listBlockedKeys(parts.database.reads)))
  }

  isBlocked(pubkey: string): boolean {
    return this.#blocked.has(pubkey)
  }

  onBlocked(listener: (pubkey: string) => void): () => void {
    return this.#onBlocked.add(listener)
  }

  /** Called after any change of the list. */
  onChange(listener: () => void): () => void {
    return this.#onChange.add(listener)
  }

  /** Newest first; `text` is part of a hex key or of a reason, or a whole npub. */
  async list(query: { text?: string | undefined; limit?: number | undefined; offset: number }) {
    const text = query.text?.startsWith('npub1') ? (toPubkeyHex(query.text) ?? query.text) : query.text
    const { rows, count } = await searchBlocks(this.#parts.database.reads, { ...query, text: text || undefined })
    return { blocked: rows.map(toBlockedPubkey), count }
  }

  /** The block holds before anything is deleted, so that nothing new comes in behind. Throws ApiError('conflict'). */
  async block(request: BlockRequest, actor: Actor): Promise<{ blocked: BlockedPubkey; deletedEvents: number }> {
    const pubkey = hexOf(request.pubkey)
    const row = { pubkey, reason: request.reason, blocked_at: this.#parts.now() }
    await this.#changes.run(() => this.#block(row, actor))
    const deletedEvents = request.deleteEvents ? await this.#deleteEvents(pubkey, actor) : 0
    return { blocked: toBlockedPubkey(row), deletedEvents }
  }

  /** Throws ApiError('not_found') for a key that is not blocked. */
  unblock(given: string, actor: Actor): Promise<void> {
    const pubkey = hexOf(given)
    return this.#changes.run(async () => {
      const { database, audit } = this.#parts
      await database.transact(async tx => {
        const before = await deleteBlock(tx, pubkey)
        if (!before) throw new ApiError('not_found', messages.notBlocked)
        await audit.recordChange(tx, {
          actor,
          action: 'access.unblock',
          target: pubkey,
          before: toBlockedPubkey(before),
        })
      })
      this.#blocked.delete(pubkey)
      this.#onChange.tell()
    })
  }

  async #block(row: BlockRow, actor: Actor): Promise<void> {
    if (this.#blocked.has(row.pubkey)) throw new ApiError('conflict', messages.alreadyBlocked)
    const { database, audit } = this.#parts
    await database.transact(async tx => {
      await insertBlock(tx, row)
      await audit.recordChange(tx, { actor, action: 'access.block', target: row.pubkey, after: toBlockedPubkey(row) })
    })
    this.#blocked.add(row.pubkey)
    this.#onBlocked.tell(row.pubkey)
    this.#onChange.tell()
  }

  async #deleteEvents(pubkey: string, actor: Actor): Promise<number> {
    const { database, audit, events } = this.#parts
    const deleted = await events.removeByAuthor(pubkey)
    const entry = { actor, action: 'events.delete_by_author', target: pubkey, after: { deleted } }
    await database.transact(tx => audit.recordChange(tx, entry))
    return deleted
  }
}

function hexOf(given: string): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { pubkey: messages.pubkeyInvalid } })
}

const toBlockedPubkey = ({ pubkey, reason, blocked_at }: BlockRow): BlockedPubkey => ({
  pubkey,
  reason,
  blocked_at: toTimestamp(blocked_at),
})
