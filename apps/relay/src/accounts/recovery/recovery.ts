import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyOf, messages } from '@hornets/contract'
import type { setNewPassword } from '@hornets/contract/admin/auth'
import { ApiError } from '@hornets/server/api-error'
import type { Caller } from '@hornets/server/caller'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { Mails } from '../../mail/mails.ts'
import type { SignInLimiter } from '../limits.ts'
import type { Notices } from '../notices.ts'
import type { PasswordHasher } from '../password.ts'
import { findAccountByEmail } from '../profile/store.ts'
import type { Sessions } from '../sessions.ts'
import { replacePassword } from '../store.ts'
import { profileOf } from '../user.ts'
import type { MailCodes } from './mail-codes.ts'

export interface RecoveryOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly limiter: SignInLimiter
  readonly codes: MailCodes
  readonly mails: Mails
  readonly notices: Notices
  /** Every answer about a code takes at least as long: a known address costs a write more than an unknown one. */
  readonly answerMs: number
}

/**
 * A forgotten password: a code by mail, the code looked at, the new password with the code. No answer and no time
 * tells whether an address is known. Signing in afterwards still takes the key, and the second factor where it is on.
 */
export class Recovery {
  readonly #parts: RecoveryOptions

  constructor(parts: RecoveryOptions) {
    this.#parts = parts
  }

  /** Answers before anybody has looked whether the address is known. Throws ApiError('unavailable' | 'rate_limited'). */
  request(email: string, caller: Caller): void {
    const { mails, limiter } = this.#parts
    if (!mails.isOn) throw new ApiError('unavailable', messages.mailOff)
    limiter.countRecovery(caller.address)
    limiter.countMailTo(email.toLowerCase())
    mails.soon(() => this.#mailCode(email.toLowerCase(), caller))
  }

  /** Throws ApiError('invalid_credentials' | 'rate_limited'). */
  async check(email: string, code: string, caller: Caller): Promise<void> {
    this.#parts.limiter.countRecoveryCode(caller.address)
    await this.#inSteadyTime(this.#find(email, code), caller)
  }

  /** Uses the code up and ends all sessions of the account. Throws ApiError('invalid_credentials' | 'rate_limited'). */
  async setPassword({ email, code, password }: BodyOf<typeof setNewPassword>, caller: Caller): Promise<void> {
    const { database, audit, sessions, passwords, limiter, codes, notices } = this.#parts
    limiter.countRecoveryCode(caller.address)
    const account = await this.#inSteadyTime(this.#find(email, code), caller)
    const hash = await passwords.hash(password, true)
    const ended = await database.transact(async tx => {
      const found = await findAccountByEmail(tx, email.toLowerCase())
      // Looked at again: of two who bring the same code one comes first.
      if (found?.id !== account.id || !(await codes.check(tx, found, 'recovery', code))) return undefined
      await codes.end(tx, found.id, 'recovery')
      await replacePassword(tx, found.id, hash)
      const actor = { pubkey: null, address: caller.address }
      await audit.recordChange(tx, { actor, action: 'account.recover-password', target: found.pubkey })
      return sessions.endAll(tx, found.id)
    })
    if (!ended) throw wrongCode()
    sessions.tellEnded(ended)
    notices.changedById(account.id, 'password')
  }

  async #mailCode(email: string, { address }: Caller): Promise<void> {
    const { database, audit, codes, mails } = this.#parts
    const made = await database.transact(async tx => {
      const account = await findAccountByEmail(tx, email)
      if (!account || account.email === null) return undefined
      const actor = { pubkey: null, address }
      await audit.recordChange(tx, { actor, action: 'account.recovery-code', target: account.pubkey })
      return { account, code: await codes.issue(tx, { ...account, email: account.email }, 'recovery') }
    })
    // As much work as for an address that is known.
    if (!made)
      return audit.recordRefusal({ actor: { pubkey: null, address }, action: 'account.recovery-code', target: '' })
    const { account, code } = made
    await mails.send({ address: email, lang: profileOf(account).lang }, ({ recovery }, { relay }) =>
      recovery({ relay, code }),
    )
  }

  #find(email: string, code: string) {
    const { database, codes } = this.#parts
    return database.transact(async tx => {
      const account = await findAccountByEmail(tx, email.toLowerCase())
      return account && (await codes.check(tx, account, 'recovery', code)) ? account : undefined
    })
  }

  async #inSteadyTime<Found>(work: Promise<Found | undefined>, { address }: Caller): Promise<Found> {
    const [found] = await Promise.all([work, sleep(this.#parts.answerMs)])
    if (found !== undefined) return found
    const actor = { pubkey: null, address }
    await this.#parts.audit.recordRefusal({ actor, action: 'account.recovery-code', target: '' })
    throw wrongCode()
  }
}

const wrongCode = () => new ApiError('invalid_credentials', messages.codeWrong)
