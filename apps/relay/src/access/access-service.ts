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
import { type BlockRow, deleteBlocks, insertBlocks, listBlockedKeys, searchBlocks } from './store.ts'

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

/** What became of keys to be blocked, and how many of them were so already. */
interface Blocked {
  readonly blocked: BlockedPubkey[]
  readonly already: number
}

/** Blocks that were lifted, and how many were not there any more. */
interface Unblocked {
  readonly unblocked: BlockedPubkey[]
  readonly already: number
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
    const pubkey = hexOf(request.pubkey, 'pubkey')
    const { blocked } = await this.#block([{ pubkey, reason: request.reason }], actor)
    const [row] = blocked
    if (!row) throw new ApiError('conflict', messages.alreadyBlocked)
    const deletedEvents = request.deleteEvents ? await this.#deleteEvents(pubkey, actor) : 0
    return { blocked: row, deletedEvents }
  }

  /** All or none; keys that are blocked already are passed over. */
  blockMany(blocks: readonly Pick<BlockRequest, 'pubkey' | 'reason'>[], actor: Actor): Promise<Blocked> {
    const wanted = blocks.map(({ pubkey, reason }, at) => ({ pubkey: hexOf(pubkey, `blocks.${at}.pubkey`), reason }))
    return this.#block(wanted, actor)
  }

  /** Throws ApiError('not_found') for a key that is not blocked. */
  async unblock(given: string, actor: Actor): Promise<void> {
    const { unblocked } = await this.#unblock([hexOf(given, 'pubkey')], actor)
    if (unblocked.length === 0) throw new ApiError('not_found', messages.notBlocked)
  }

  /** All or none; keys that are not blocked any more are passed over. */
  unblockMany(given: readonly string[], actor: Actor): Promise<Unblocked> {
    return this.#unblock([...new Set(given.map((key, at) => hexOf(key, `pubkeys.${at}`)))], actor)
  }

  #block(wanted: readonly Pick<BlockRow, 'pubkey' | 'reason'>[], actor: Actor): Promise<Blocked> {
    return this.#changes.run(async () => {
      const blocked_at = this.#parts.now()
      const fresh = new Map<string, BlockRow>()
      // The first reason holds where a key is named twice.
      for (const { pubkey, reason } of wanted)
        if (!this.#blocked.has(pubkey) && !fresh.has(pubkey)) fresh.set(pubkey, { pubkey, reason, blocked_at })
      const rows = [...fresh.values()]
      const already = wanted.length - rows.length
      if (rows.length === 0) return { blocked: [], already }
      const { database, audit } = this.#parts
      const entryOf = (row: BlockRow) => ({
        ...{ actor, action: 'access.block', target: row.pubkey },
        after: toBlockedPubkey(row),
      })
      await database.transact(async tx => {
        await insertBlocks(tx, rows)
        await audit.recordChanges(tx, rows.map(entryOf))
      })
      for (const { pubkey } of rows) this.#blocked.add(pubkey)
      for (const { pubkey } of rows) this.#onBlocked.tell(pubkey)
      this.#onChange.tell()
      return { blocked: rows.map(toBlockedPubkey), already }
    })
  }

  #unblock(pubkeys: readonly string[], actor: Actor): Promise<Unblocked> {
    return this.#changes.run(async () => {
      const { database, audit } = this.#parts
      const entryOf = (row: BlockRow) => ({
        ...{ actor, action: 'access.unblock', target: row.pubkey },
        before: toBlockedPubkey(row),
      })
      const rows = await database.transact(async tx => {
        const gone = await deleteBlocks(tx, pubkeys)
        await audit.recordChanges(tx, gone.map(entryOf))
        return gone
      })
      for (const { pubkey } of rows) this.#blocked.delete(pubkey)
      if (rows.length > 0) this.#onChange.tell()
      return { unblocked: rows.map(toBlockedPubkey), already: pubkeys.length - rows.length }
    })
  }

  async #deleteEvents(pubkey: string, actor: Actor): Promise<number> {
    const { database, audit, events } = this.#parts
    const deleted = await events.removeByAuthor(pubkey)
    const entry = { actor, action: 'events.delete_by_author', target: pubkey, after: { deleted } }
    await database.transact(tx => audit.recordChange(tx, entry))
    return deleted
  }
}

function hexOf(given: string, field: string): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { [field]: messages.pubkeyInvalid } })
}

const toBlockedPubkey = ({ pubkey, reason, blocked_at }: BlockRow): BlockedPubkey => ({
  pubkey,
  reason,
  blocked_at: toTimestamp(blocked_at),
})
