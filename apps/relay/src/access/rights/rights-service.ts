import { isDeepStrictEqual } from 'node:util'
import { messages, type NostrEvent } from '@hornets/contract'
import { type AccessChange, type AccessRights, saveAccess } from '@hornets/contract/admin/access-rights'
import { ApiError } from '@hornets/server/api-error'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { EventStore } from '../../events/event-store.ts'
import type { ReadValue } from '../lists/entry-value.ts'
import { findFollowsIn, followListKind, followsOf } from './find-follows.ts'
import { RightsStore } from './rights-store.ts'
import { TrustGraph } from './trust-graph.ts'

export interface RightsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'query'>
  readonly lists: { isAllowed(pubkey: string): boolean; readPubkey(given: string): Promise<ReadValue> }
  readonly isMember: (pubkey: string) => boolean
  readonly minimumDifficulty: number
  readonly logger: Logger
}

export type WriteObstacle = 'not-listed' | 'not-invited' | 'not-paid' | 'not-trusted'

const followsSettleMs = 200

const defaults: AccessRights = {
  write: 'everyone',
  read: 'everyone',
  trust: { roots: [], depth: 2 },
  min_pow: 0,
  created_at_past_seconds: 0,
  created_at_future_seconds: 15 * 60,
}

export class RightsService {
  readonly #parts: RightsOptions
  readonly #rows: RightsStore
  readonly #graph: TrustGraph
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)
  #current: AccessRights
  #isPaid: (pubkey: string) => boolean = () => false
  /** The web of trust is needed in any mode, because one of the operator's own rules uses it. */
  #isTrustAsked = false
  #settling: NodeJS.Timeout | undefined

  private constructor(parts: RightsOptions, current: AccessRights) {
    this.#parts = parts
    this.#rows = new RightsStore(parts.database.reads)
    this.#graph = new TrustGraph(findFollowsIn(parts.events))
    this.#current = current
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of access'))
  }

  static async open(parts: RightsOptions): Promise<RightsService> {
    const saved = (await new RightsStore(parts.database.reads).findRights()) as Partial<AccessRights> | undefined
    const service = new RightsService(parts, { ...defaults, min_pow: parts.minimumDifficulty, ...saved })
    await service.#changes(() => service.#reach(service.#current))
    return service
  }

  /** Which keys pay is known later than this service. */
  payingBy(isPaid: (pubkey: string) => boolean): void {
    this.#isPaid = isPaid
  }

  isPaying(pubkey: string): boolean {
    return this.#isPaid(pubkey)
  }

  isTrusted(pubkey: string): boolean {
    return this.#graph.has(pubkey)
  }

  async askTrust(isAsked: boolean): Promise<void> {
    if (isAsked === this.#isTrustAsked) return
    this.#isTrustAsked = isAsked
    await this.renew().catch(err => this.#parts.logger.error({ err }, 'could not read follow lists'))
  }

  current(): AccessRights {
    return this.#current
  }

  describe(): AccessRights {
    const { trust, ...rights } = this.#current
    return { ...rights, trust: { ...trust, ...(rights.write === 'trusted' && { size: this.#graph.size }) } }
  }

  /** Those reached by follow lists; nobody while trust decides nothing. */
  trustedKeys(): string[] {
    return this.#graph.keys()
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  /** Null: the key can write. Allowed keys can, whatever the mode. */
  writeObstacle(pubkey: string): WriteObstacle | null {
    return this.#obstacleIn(this.#current.write, this.#graph, pubkey)
  }

  #obstacleIn(write: AccessRights['write'], graph: TrustGraph, pubkey: string): WriteObstacle | null {
    if (write === 'everyone' || this.#parts.lists.isAllowed(pubkey)) return null
    if (write === 'invited') return this.#parts.isMember(pubkey) ? null : 'not-invited'
    if (write === 'paying') return this.#isPaid(pubkey) ? null : 'not-paid'
    if (write === 'trusted') return graph.has(pubkey) ? null : 'not-trusted'
    return 'not-listed'
  }

  /** What this change alone would refuse; nothing is changed. Throws ApiError('invalid_fields'). */
  async draft(change: AccessChange) {
    const { trust } = await this.#with(change)
    const isAboutWriters = change.write !== undefined || change.trust !== undefined
    const write = isAboutWriters ? (change.write ?? this.#current.write) : 'everyone'
    const graph = new TrustGraph(findFollowsIn(this.#parts.events))
    if (write === 'trusted') await graph.reach(trust.roots, trust.depth)
    const { min_pow = 0, created_at_past_seconds = 0, created_at_future_seconds = 0 } = change
    return {
      current: () => ({
        write,
        min_pow,
        created_at_past_seconds,
        created_at_future_seconds,
        read: 'everyone' as const,
      }),
      writeObstacle: (pubkey: string) => this.#obstacleIn(write, graph, pubkey),
    }
  }

  async #with(change: AccessChange): Promise<AccessRights> {
    const roots = change.trust?.roots && (await this.#readRoots(change.trust.roots))
    const before = this.#current
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    const trust = { roots: roots ?? before.trust.roots, depth: change.trust?.depth ?? before.trust.depth }
    return { ...before, ...given, trust }
  }

  /**
   * A missing member keeps its value. Throws ApiError: 'invalid_fields', 'conflict' if the rights are not as
   * `expected`.
   */
  async save(change: AccessChange, actor: Actor, expected?: AccessRights): Promise<AccessRights> {
    await this.#changes(async () => {
      const { database, audit } = this.#parts
      const before = this.#current
      if (expected && !isDeepStrictEqual(before, expected)) throw new ApiError('conflict', messages.changedSince)
      const after = await this.#with(change)
      await this.#reach(after)
      await database.transact(async tx => {
        await this.#rows.putRights(tx, after)
        await audit.recordChange(tx, { actor, action: saveAccess.audit, target: 'access', before, after })
      })
      this.#current = after
    })
    this.#onChange.emit()
    return this.describe()
  }

  /** Why a key is trusted: who follows whom from a root to it. Throws ApiError('invalid_fields'). */
  async pathTo(given: string): Promise<string[]> {
    const read = await this.#parts.lists.readPubkey(given)
    if ('error' in read) throw invalid('pubkey')
    return this.#graph.pathTo(read.value)
  }

  /** Called for each stored event: a new follow list changes who is trusted. */
  take(event: NostrEvent): void {
    const { write, trust } = this.#current
    if (event.kind !== followListKind || (write !== 'trusted' && !this.#isTrustAsked)) return
    if (!this.#graph.isCloserThan(event.pubkey, trust.depth)) return
    this.#graph.note(event.pubkey, followsOf(event))
    this.#settling ??= setTimeout(() => {
      this.#settling = undefined
      const reaching = this.#changes(() => this.#reach(this.#current)).then(() => this.#onChange.emit())
      reaching.catch(err => this.#parts.logger.error({ err }, 'could not read follow lists'))
    }, followsSettleMs).unref()
  }

  async renew(): Promise<void> {
    if (this.#current.write !== 'trusted' && !this.#isTrustAsked) return
    await this.#changes(async () => {
      this.#graph.forget()
      await this.#reach(this.#current)
    })
  }

  async close(): Promise<void> {
    clearTimeout(this.#settling)
    await this.#changes(() => {})
  }

  async #reach({ write, trust }: AccessRights): Promise<void> {
    if (write === 'trusted' || this.#isTrustAsked) await this.#graph.reach(trust.roots, trust.depth)
  }

  #readRoots(given: readonly string[]): Promise<string[]> {
    return Promise.all(
      given.map(async (key, at) => {
        const read = await this.#parts.lists.readPubkey(key)
        if ('error' in read) throw invalid(`trust.roots.${at}`)
        return read.value
      }),
    )
  }
}

const invalid = (field: string) =>
  new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { [field]: messages.pubkeyInvalid } })
