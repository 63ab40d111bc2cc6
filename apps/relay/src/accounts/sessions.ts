import { createHash, randomBytes } from 'node:crypto'
import { messages } from '@hornets/contract'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { Listeners } from '@hornets/server/listeners'
import type { Logger } from '@hornets/server/logger'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { Account } from './store.ts'
import { deleteSession, deleteSessionsIdleSince, findSession, insertSession, touchSession } from './store.ts'

const idleMs = 24 * 60 * 60_000
const touchEveryMs = 60_000

/** A signed-in admin, as routes are handed it. */
export interface AdminSession {
  /** Hash of its token; names the session without opening it. */
  readonly id: string
  readonly account: Pick<Account, 'id' | 'pubkey' | 'role'>
  readonly actor: Actor
}

export interface SessionsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly now: Clock
  readonly logger: Logger
}

/** Opaque tokens of 32 random bytes, kept as hashes, each revocable by itself, gone after 24 hours without use. */
export class Sessions {
  readonly #database: AdminDatabase
  readonly #audit: AuditLog
  readonly #now: Clock
  readonly #logger: Logger
  readonly #ended: Listeners<string>

  constructor({ database, audit, now, logger }: SessionsOptions) {
    this.#database = database
    this.#audit = audit
    this.#now = now
    this.#logger = logger
    this.#ended = new Listeners(err => logger.error({ err }, 'a part did not hear that a session is over'))
  }

  /** Opens a session in the transaction of a sign-in; the token is answered here and never again. */
  async open(tx: AdminTransaction, accountId: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const now = this.#now()
    await deleteSessionsIdleSince(tx, now - idleMs)
    const session = { token_hash: hashOf(token), account_id: accountId, created_at: now, last_used_at: now }
    await insertSession(tx, session)
    return token
  }

  /** Throws ApiError('unauthorized') with one of the two texts of the contract. */
  async authenticate(authorization: string | undefined, address: string): Promise<AdminSession> {
    const token = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
    if (!token) throw new ApiError('unauthorized', messages.authorizationMissing)
    const id = hashOf(token)
    const found = await this.#find(id)
    if (!found) {
      await this.#audit.recordRefusal({ actor: { pubkey: null, address }, action: 'session.use', target: '' })
      throw new ApiError('unauthorized', messages.tokenInvalid)
    }
    const now = this.#now()
    if (now - found.last_used_at >= touchEveryMs) await this.#touch(id, now)
    const { account_id, pubkey, role } = found
    return { id, account: { id: account_id, pubkey, role }, actor: { pubkey, address } }
  }

  /** For what stays open after its call, such as the live stream. Does not count as use. */
  async isLive(id: string): Promise<boolean> {
    return (await this.#find(id)) !== undefined
  }

  async revoke({ id, actor }: AdminSession): Promise<void> {
    await this.#database.transact(async tx => {
      await deleteSession(tx, id)
      await this.#audit.recordChange(tx, { actor, action: 'session.logout', target: actor.pubkey ?? '' })
    })
    this.#ended.tell(id)
  }

  /** Tells the id of a session that has been revoked. */
  onEnded(listener: (id: string) => void): () => void {
    return this.#ended.add(listener)
  }

  /** Where it cannot be written (a full disk) the session is good all the same: its admin is needed now. */
  async #touch(id: string, now: number): Promise<void> {
    try {
      await this.#database.transact(tx => touchSession(tx, id, now))
    } catch (err) {
      this.#logger.error({ err }, 'the use of a session could not be noted')
    }
  }

  async #find(id: string) {
    const found = await findSession(this.#database.reads, id)
    return found && this.#now() - found.last_used_at < idleMs ? found : undefined
  }
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')
