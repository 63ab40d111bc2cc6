import { messages } from '@hornets/contract'
import { type BlockedPubkey, blockPubkey, deleteAuthorEvents, unblockPubkey } from '@hornets/contract/admin/access'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { isAtLeast } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { QueryTooCostly } from '../events/event-store.ts'
import { readAll } from '../events/read-scope.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import type { Access, EventRemoval } from './access.ts'
import { AccessStore, type BlockRow } from './access-store.ts'
import { AuthorRemovals, type EventsDeleted } from './author-removals.ts'

export interface AccessOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: EventRemoval
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly rolesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, Role>>
  readonly now: Clock
  readonly logger: Logger
}

export interface Blocker {
  readonly actor: Actor
  readonly role: Role
}

export interface BlockRequest {
  /** Hex or npub. */
  readonly pubkey: string
  readonly reason: string
  readonly deleteEvents: boolean
  /** Milliseconds; null = permanent. */
  readonly expiresAt?: number | null | undefined
}

interface Blocked {
  readonly blocked: BlockedPubkey[]
  readonly already: number
}

interface Unblocked {
  readonly unblocked: BlockedPubkey[]
  readonly already: number
}

/** Lifted blocks kept in memory for undo; the oldest go first, and all go when the relay stops. */
const liftedMax = 10_000

export class AccessService implements Access {
  readonly #parts: AccessOptions
  readonly #blocks: AccessStore
  /** Until when, in milliseconds; null = permanent. */
  readonly #blocked: Map<string, number | null>
  readonly #onBlocked: Emitter<string>
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)
  readonly #lifted = new Map<string, BlockRow>()
  readonly #removals: AuthorRemovals

  private constructor(parts: AccessOptions, blocked: Map<string, number | null>) {
    const onError = (err: unknown) => parts.logger.error({ err }, 'a listener failed on a change of the block list')
    this.#parts = parts
    this.#blocks = new AccessStore(parts.database.reads)
    this.#removals = new AuthorRemovals(parts)
    this.#blocked = blocked
    this.#onBlocked = new Emitter(onError)
    this.#onChange = new Emitter(onError)
  }

  static async open(parts: AccessOptions): Promise<AccessService> {
    return new AccessService(parts, new Map(await new AccessStore(parts.database.reads).listBlockedKeys()))
  }

  isBlocked(pubkey: string): boolean {
    const end = this.#blocked.get(pubkey)
    return end !== undefined && (end === null || end > this.#parts.now())
  }

  /** The end of a key's block and the reason for it; undefined if it is not blocked. */
  async blockOf(pubkey: string): Promise<BlockedPubkey | undefined> {
    if (!this.isBlocked(pubkey)) return undefined
    const { blocked } = await this.list({ text: pubkey, limit: 1, offset: 0 })
    return blocked.find(block => block.pubkey === pubkey)
  }

  blockedKeys(): Iterable<string> {
    return [...this.#blocked.keys()].filter(pubkey => this.isBlocked(pubkey))
  }

  onBlocked(listener: (pubkey: string) => void): () => void {
    return this.#onBlocked.subscribe(listener)
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** Newest first; `text` is part of a hex key or of a reason, or a whole npub. */
  async list(query: { text?: string | undefined; limit?: number | undefined; offset: number; expired?: boolean }) {
    const text = query.text?.startsWith('npub1') ? (toPubkeyHex(query.text) ?? query.text) : query.text
    const { rows, count } = await this.#blocks.searchBlocks({
      ...query,
      text: text || undefined,
      now: this.#parts.now(),
      expired: query.expired ?? false,
    })
    return { blocked: await this.#tell(rows), count }
  }

  /** Counts this author's stored events. Throws ApiError('unavailable') if counting takes too long. */
  async countStored(given: string): Promise<number> {
    try {
      return await this.#parts.events.count([{ authors: [hexOf(given, 'pubkey')] }], { scope: readAll })
    } catch (cause) {
      if (cause instanceof QueryTooCostly) throw new ApiError('unavailable', messages.tooManyToCount, { cause })
      throw cause
    }
  }

  /**
   * Blocked before deleting: no event arrives in between. Throws ApiError('conflict') if blocked, or for a higher role.
   */
  async block(request: BlockRequest, by: Blocker): Promise<{ blocked: BlockedPubkey } & EventsDeleted> {
    const pubkey = hexOf(request.pubkey, 'pubkey')
    const { deleteEvents: deletes } = request
    const { reason, expiresAt = null } = request
    const { blocked } = await this.#block([{ pubkey, reason, expiresAt }], by, { deletes })
    const [row] = blocked
    if (!row) throw new ApiError('conflict', messages.alreadyBlocked)
    if (!deletes) return { blocked: row, deleted_events: 0, still_deleting: false }
    return { blocked: row, ...(await this.#removals.remove(pubkey, by.actor)) }
  }

  /**
   * Throws ApiError: 'not_found' if the key is not blocked, 'conflict' if it belongs to an admin whose role is above.
   */
  async deleteEvents(given: string, by: Blocker): Promise<EventsDeleted> {
    const pubkey = hexOf(given, 'pubkey')
    const { actor } = by
    await this.#changes(async () => {
      if (!this.isBlocked(pubkey)) throw new ApiError('not_found', messages.notBlocked)
      await this.#spareThoseAbove([pubkey], by, deleteAuthorEvents.audit.begun)
      const entry = { actor, action: deleteAuthorEvents.audit.begun, target: pubkey }
      await this.#parts.database.transact(tx => this.#parts.audit.recordChange(tx, entry))
    })
    return this.#removals.remove(pubkey, actor)
  }

  /** All or none. `restore`: unchanged, as before lifting. Throws ApiError('conflict') for a higher role. */
  blockMany(blocks: readonly Omit<BlockRequest, 'deleteEvents'>[], by: Blocker, restore = false): Promise<Blocked> {
    const wanted = blocks.map((block, at) => ({ ...block, pubkey: hexOf(block.pubkey, `blocks.${at}.pubkey`) }))
    return this.#block(wanted, by, { restore })
  }

  /** Throws ApiError('not_found') if the key is not blocked. */
  async unblock(given: string, actor: Actor): Promise<void> {
    const { unblocked } = await this.#unblock([hexOf(given, 'pubkey')], actor)
    if (unblocked.length === 0) throw new ApiError('not_found', messages.notBlocked)
  }

  /** All or none; skips keys that are not blocked. */
  unblockMany(given: readonly string[], actor: Actor): Promise<Unblocked> {
    return this.#unblock([...new Set(given.map((key, at) => hexOf(key, `pubkeys.${at}`)))], actor)
  }

  #block(
    wanted: readonly Omit<BlockRequest, 'deleteEvents'>[],
    by: Blocker,
    { restore = false, deletes = false }: { readonly restore?: boolean; readonly deletes?: boolean },
  ): Promise<Blocked> {
    const { actor } = by
    return this.#changes(async () => {
      const stamp = { blocked_at: this.#parts.now(), blocked_by: actor.pubkey }
      const fresh = new Map<string, BlockRow>()
      // If a key is listed twice, its first reason counts.
      for (const { pubkey, reason, expiresAt: expires_at = null } of wanted)
        if (!this.isBlocked(pubkey) && !fresh.has(pubkey))
          fresh.set(pubkey, (restore && this.#lifted.get(pubkey)) || { pubkey, reason, expires_at, ...stamp })
      const rows = [...fresh.values()]
      const already = wanted.length - rows.length
      if (rows.length === 0) return { blocked: [], already }
      await this.#spareThoseAbove([...fresh.keys()], by)
      const { database, audit } = this.#parts
      const entriesOf = (row: BlockRow): AuditEntry[] => [
        { actor, action: blockPubkey.audit.block, target: row.pubkey, after: noted(row) },
        // Events are in another file, so the log records the start of the deletion whatever its outcome.
        ...(deletes ? [{ actor, action: blockPubkey.audit.deletionBegun, target: row.pubkey }] : []),
      ]
      await database.transact(async tx => {
        await this.#blocks.putBlocks(tx, rows)
        await audit.recordChanges(tx, rows.flatMap(entriesOf))
      })
      for (const { pubkey, expires_at } of rows) this.#blocked.set(pubkey, expires_at)
      for (const { pubkey } of rows) this.#lifted.delete(pubkey)
      for (const { pubkey } of rows) this.#onBlocked.emit(pubkey)
      this.#onChange.emit()
      return { blocked: await this.#tell(rows), already }
    })
  }

  #unblock(pubkeys: readonly string[], actor: Actor): Promise<Unblocked> {
    return this.#changes(async () => {
      const { database, audit } = this.#parts
      const entryOf = (row: BlockRow) => ({
        actor,
        action: unblockPubkey.audit,
        target: row.pubkey,
        before: noted(row),
      })
      const rows = await database.transact(async tx => {
        const gone = await this.#blocks.deleteBlocks(tx, pubkeys)
        await audit.recordChanges(tx, gone.map(entryOf))
        return gone
      })
      for (const { pubkey } of rows) this.#blocked.delete(pubkey)
      this.#remember(rows)
      if (rows.length > 0) this.#onChange.emit()
      return { unblocked: await this.#tell(rows), already: pubkeys.length - rows.length }
    })
  }

  async #spareThoseAbove(
    pubkeys: readonly string[],
    { actor, role }: Blocker,
    action: AuditEntry['action'] = blockPubkey.audit.block,
  ): Promise<void> {
    const { rolesOf, audit } = this.#parts
    const above = [...(await rolesOf(pubkeys))].find(([, theirs]) => !isAtLeast(role, theirs))
    if (!above) return
    await audit.recordRefusal({ actor, action, target: above[0], after: { role } })
    throw new ApiError('conflict', messages.adminAbove)
  }

  #remember(lifted: readonly BlockRow[]): void {
    for (const row of lifted) this.#lifted.set(row.pubkey, row)
    for (const pubkey of this.#lifted.keys()) {
      if (this.#lifted.size <= liftedMax) break
      this.#lifted.delete(pubkey)
    }
  }

  async #tell(rows: readonly BlockRow[]): Promise<BlockedPubkey[]> {
    const blockers = new Set(rows.map(({ blocked_by }) => blocked_by).filter(pubkey => pubkey !== null))
    const names = await this.#parts.namesOf([...blockers])
    return rows.map(row => ({ ...noted(row), blocked_by_name: names.get(row.blocked_by ?? '') ?? '' }))
  }
}

function hexOf(given: string, field: string): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { [field]: messages.pubkeyInvalid } })
}

const noted = ({ blocked_at, expires_at, ...row }: BlockRow) => ({
  ...row,
  blocked_at: toTimestamp(blocked_at),
  expires_at: expires_at === null ? null : toTimestamp(expires_at),
})
