import { messages } from '@hornets/contract'
import { type AccountSession, revokeOtherSessions, revokeSession } from '@hornets/contract/admin/accounts/account'
import { logout } from '@hornets/contract/admin/accounts/auth'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { Account } from '../account-store.ts'
import type { Device } from './device.ts'
import { SessionStore } from './session-store.ts'
import { passwordFreshMs } from './step-up.ts'
import { hashOfToken, newToken, tokenOf } from './token.ts'

const idleMs = 24 * 60 * 60_000
const longestMs = 30 * idleMs
const touchEveryMs = 60_000

export interface AdminSession {
  readonly id: string
  readonly account: Pick<Account, 'id' | 'pubkey' | 'role'>
  readonly actor: Actor
  /** When the password was last entered in this session, in milliseconds. */
  readonly passwordAt: number
}

export interface SessionsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly now: Clock
  readonly logger: Logger
}

export class Sessions {
  readonly #database: AdminDatabase
  readonly #rows: SessionStore
  readonly #audit: AuditLog
  readonly #now: Clock
  readonly #logger: Logger
  readonly #ended: Emitter<string>

  constructor({ database, audit, now, logger }: SessionsOptions) {
    this.#database = database
    this.#rows = new SessionStore(database.reads)
    this.#audit = audit
    this.#now = now
    this.#logger = logger
    this.#ended = new Emitter(err => logger.error({ err }, 'a listener failed on the end of a session'))
  }

  /** Opens a session in the sign-in's transaction; only this call returns the token. */
  async open(tx: AdminTransaction, accountId: string, { address, userAgent }: Device): Promise<string> {
    const token = newToken()
    const now = this.#now()
    await this.#rows.deleteSessionsOver(tx, { usedBefore: now - idleMs, openedBefore: now - longestMs })
    await this.#rows.insertSession(tx, {
      token_hash: hashOfToken(token),
      account_id: accountId,
      created_at: now,
      last_used_at: now,
      address,
      user_agent: userAgent,
      password_at: now,
    })
    return token
  }

  /** Holding the token proves ownership; unknown ones are ignored. Call `tellEnded` with the id after the commit. */
  async endReplaced(tx: AdminTransaction, authorization: string | undefined, address: string): Promise<string[]> {
    const token = tokenOf(authorization)
    if (token === undefined) return []
    const id = hashOfToken(token)
    const found = await this.#rows.findSession(id, tx)
    if (!found) return []
    const { pubkey } = found
    await this.#rows.deleteSession(tx, id)
    await this.#audit.recordChange(tx, { actor: { pubkey, address }, action: logout.audit, target: pubkey })
    return [id]
  }

  /** Throws ApiError('unauthorized') with one of the two texts of the contract. */
  async authenticate(authorization: string | undefined, address: string): Promise<AdminSession> {
    const token = tokenOf(authorization)
    if (!token) throw new ApiError('unauthorized', messages.authorizationMissing)
    const id = hashOfToken(token)
    const found = await this.#find(id)
    if (!found) {
      await this.#audit.recordRefusal({
        actor: { pubkey: null, address },
        action: serverActions.unknownToken,
        target: '',
      })
      throw new ApiError('unauthorized', messages.tokenInvalid)
    }
    const now = this.#now()
    if (now - found.last_used_at >= touchEveryMs) await this.#touch(id, now, address)
    const { account_id, pubkey, role, password_at: passwordAt } = found
    return { id, account: { id: account_id, pubkey, role }, actor: { pubkey, address }, passwordAt }
  }

  async list({ id, account }: AdminSession): Promise<AccountSession[]> {
    const rows = await this.#rows.listSessionsOf(account.id, {
      usedAfter: this.#now() - idleMs,
      openedAfter: this.#now() - longestMs,
    })
    return rows.map(({ token_hash, created_at, last_used_at, address, user_agent }) => ({
      id: token_hash,
      current: token_hash === id,
      createdAt: toTimestamp(created_at),
      lastUsedAt: toTimestamp(last_used_at),
      address,
      userAgent: user_agent,
    }))
  }

  addressesOf(pubkey: string): Promise<string[]> {
    return this.#rows.listAddressesOf(pubkey, this.#now() - idleMs)
  }

  async confirmPassword({ id }: AdminSession): Promise<number> {
    const now = this.#now()
    await this.#database.transact(tx => this.#rows.setPasswordTime(tx, id, now))
    return now + passwordFreshMs
  }

  /** Clears the password times of an account's sessions except `except`, in the transaction of a change. */
  forgetPasswords(tx: AdminTransaction, accountId: string, except: string): Promise<void> {
    return this.#rows.setPasswordTimesOf(tx, accountId, 0, except)
  }

  /** For connections that outlive their call, such as the live stream. Does not count as use. */
  async isLive(id: string): Promise<boolean> {
    return (await this.#find(id)) !== undefined
  }

  /** Ends the session of this token; without one there is nothing to do. */
  async revokeToken(authorization: string | undefined, address: string): Promise<void> {
    this.tellEnded(await this.#database.transact(tx => this.endReplaced(tx, authorization, address)))
  }

  /** Ends one session of the same account. Throws ApiError('not_found'). */
  async revokeOne({ account, actor }: AdminSession, id: string): Promise<void> {
    const ended = await this.#database.transact(async tx => {
      const deleted = await this.#rows.deleteSessionOf(tx, account.id, id)
      if (deleted) await this.#audit.recordChange(tx, { actor, action: revokeSession.audit, target: account.pubkey })
      return deleted
    })
    if (!ended) throw new ApiError('not_found', messages.notFound)
    this.tellEnded([id])
  }

  async revokeOthers({ id, account, actor }: AdminSession): Promise<number> {
    const ended = await this.#database.transact(async tx => {
      const gone = await this.#rows.deleteSessionsOf(tx, account.id, id)
      const entry = { actor, action: revokeOtherSessions.audit, target: account.pubkey, after: { ended: gone.length } }
      if (gone.length > 0) await this.#audit.recordChange(tx, entry)
      return gone
    })
    this.tellEnded(ended)
    return ended.length
  }

  /** Ends the sessions of all accounts but one session; `note` records it in the same transaction. */
  async endEverybody(but: string, note: (tx: AdminTransaction, ended: number) => Promise<void>): Promise<void> {
    const ended = await this.#database.transact(async tx => {
      const gone = await this.#rows.deleteSessionsBut(tx, but)
      await note(tx, gone.length)
      return gone
    })
    this.tellEnded(ended)
  }

  /** In the transaction of a change; call `tellEnded` after the commit. */
  endAll(tx: AdminTransaction, accountId: string, except?: string): Promise<string[]> {
    return this.#rows.deleteSessionsOf(tx, accountId, except)
  }

  tellEnded(ids: readonly string[]): void {
    for (const id of ids) this.#ended.emit(id)
  }

  onEnded(listener: (id: string) => void): () => void {
    return this.#ended.subscribe(listener)
  }

  /** If this cannot be written (full disk), the session stays valid: its admin is needed now. */
  async #touch(id: string, now: number, address: string): Promise<void> {
    try {
      await this.#database.transact(tx => this.#rows.touchSession(tx, id, now, address))
    } catch (err) {
      this.#logger.error({ err }, 'could not record the use of a session')
    }
  }

  async #find(id: string) {
    const found = await this.#rows.findSession(id)
    const now = this.#now()
    return found && now - found.last_used_at < idleMs && now - found.created_at < longestMs ? found : undefined
  }
}
