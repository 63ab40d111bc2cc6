import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import { changePassword, confirmPassword } from '@hornets/contract/admin/accounts/account'
import { ApiError } from '@hornets/server/api-error'
import { toTimestamp } from '@hornets/server/clock'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { AccountStore } from '../account-store.ts'
import type { SignInLimiter } from '../limits.ts'
import type { Notices } from '../notices.ts'
import type { AdminSession, Sessions } from '../sessions/sessions.ts'
import type { PasswordHasher } from './password.ts'

export interface OwnPasswordOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly limiter: SignInLimiter
  readonly notices: Notices
}

/** Confirms or changes the signed-in admin's password. A wrong password never ends a session. */
export class OwnPassword {
  readonly #parts: OwnPasswordOptions
  readonly #accounts: AccountStore

  constructor(parts: OwnPasswordOptions) {
    this.#parts = parts
    this.#accounts = new AccountStore(parts.database.reads)
  }

  /** Throws ApiError('invalid_fields' | 'rate_limited'). */
  async confirm(session: AdminSession, password: string): Promise<AnswerOf<typeof confirmPassword>> {
    await this.#check(session, password, 'password')
    return { confirmedUntil: toTimestamp(await this.#parts.sessions.confirmPassword(session)) }
  }

  /** Ends every other session of the account. Throws ApiError('invalid_fields' | 'rate_limited'). */
  async change(session: AdminSession, body: BodyOf<typeof changePassword>): Promise<{ endedSessions: number }> {
    const { database, audit, sessions, passwords, notices } = this.#parts
    const { account, actor, id } = session
    const checked = await this.#check(session, body.currentPassword, 'currentPassword')
    const password = await passwords.hash(body.password, true)
    const ended = await database.transact(async tx => {
      // Another session changed the password in the meantime, so the check no longer holds.
      if (!(await this.#accounts.replacePassword(tx, account.id, password, checked))) return undefined
      await audit.recordChange(tx, { actor, action: changePassword.audit, target: account.pubkey })
      return sessions.endAll(tx, account.id, id)
    })
    if (!ended) throw wrongPassword('currentPassword')
    await sessions.confirmPassword(session)
    sessions.tellEnded(ended)
    notices.changedById(account.id, 'password')
    return { endedSessions: ended.length }
  }

  async #check({ id, account, actor }: AdminSession, password: string, field: string): Promise<string> {
    const { audit, passwords, limiter } = this.#parts
    limiter.countOwnPassword(id, account.id)
    const found = await this.#accounts.findAccount(account.id)
    if (found && (await passwords.verify(password, found.password, true))) return found.password
    await audit.recordRefusal({ actor, action: confirmPassword.audit, target: account.pubkey })
    throw wrongPassword(field)
  }
}

const wrongPassword = (field: string) =>
  new ApiError('invalid_fields', messages.passwordWrong, { fields: { [field]: messages.passwordWrong } })
