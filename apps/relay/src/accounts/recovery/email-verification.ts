import { messages } from '@hornets/contract'
import { confirmEmail } from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { MailError } from '../../mail/mailer.ts'
import type { Mails } from '../../mail/mails.ts'
import { AccountStore } from '../account-store.ts'
import type { SignInLimiter } from '../limits.ts'
import { ProfileStore } from '../profile-store.ts'
import type { AdminSession } from '../sessions/sessions.ts'
import { profileOf, userOf } from '../user.ts'
import type { CodeTries } from './code-tries.ts'
import type { MailCodes } from './mail-codes.ts'

export interface EmailVerificationOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly limiter: SignInLimiter
  readonly codes: MailCodes
  readonly tries: CodeTries
  readonly mails: Mails
}

/** Proves that an account's address belongs to its admin: a mailed code must come back. */
export class EmailVerification {
  readonly #parts: EmailVerificationOptions
  readonly #profiles: ProfileStore
  readonly #accounts: AccountStore

  constructor(parts: EmailVerificationOptions) {
    this.#parts = parts
    this.#profiles = new ProfileStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  /** The mail is accepted or queued for retry then. Throws ApiError('conflict' | 'unavailable' | 'rate_limited'). */
  async begin({ account: { id } }: AdminSession): Promise<void> {
    const { database, limiter, codes, tries, mails } = this.#parts
    if (!mails.isOn) throw new ApiError('unavailable', messages.mailOff)
    const { account, code, delivery } = await database.transact(async tx => {
      const found = await this.#accounts.findAccount(id, tx)
      if (!found?.email) throw new ApiError('conflict', messages.emailMissing)
      if (found.email_verified === 1) throw new ApiError('conflict', messages.emailVerified)
      limiter.countVerificationMail(id)
      const account = { ...found, email: found.email }
      return { account, ...(await codes.issue(tx, account, 'verification')) }
    })
    tries.forget(id)
    const to = { address: account.email, lang: profileOf(account).lang }
    try {
      await mails.send(to, ({ verification }, { relay }) => verification({ relay, code }), delivery)
    } catch (cause) {
      if (cause instanceof MailError) throw new ApiError('unavailable', messages.mailFailed, { cause })
      throw cause
    }
  }

  /** Throws ApiError('invalid_fields' | 'conflict' | 'rate_limited'). */
  async confirm({ account: { id }, actor }: AdminSession, code: string): Promise<User> {
    const { database, audit, limiter, codes, tries } = this.#parts
    limiter.countEmailCode(id)
    const hasTry = tries.begin(id)
    const user = await database.transact(async tx => {
      const account = await this.#accounts.findAccount(id, tx)
      if (!hasTry || !account?.email || !(await codes.check(tx, account, 'verification', code))) return undefined
      tries.wasRight(id)
      const owner = await this.#profiles.findAccountByEmail(account.email, tx)
      if (owner && owner.id !== id) throw new ApiError('conflict', messages.emailTaken)
      await codes.end(tx, id, 'verification')
      await this.#profiles.setEmailVerified(tx, id)
      await audit.recordChange(tx, { actor, action: confirmEmail.audit, target: account.pubkey })
      return userOf({ ...account, email_verified: 1 })
    })
    if (!user) throw new ApiError('invalid_fields', messages.codeWrong, { fields: { code: messages.codeWrong } })
    return user
  }
}
