import { isDeepStrictEqual } from 'node:util'
import { type AnswerOf, messages } from '@hornets/contract'
import {
  type getMailPreferences,
  type MailPreferences,
  type Profile,
  saveMailPreferences,
  saveProfile,
} from '@hornets/contract/admin/accounts/account'
import type { User } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import type { Mails } from '../../mail/mails.ts'
import { type Account, AccountStore } from '../account-store.ts'
import type { Notices } from '../notices.ts'
import { ProfileStore } from '../profile-store.ts'
import { MailCodeStore } from '../recovery/mail-code-store.ts'
import type { AdminSession } from '../sessions/sessions.ts'
import type { RequireFreshPassword } from '../sessions/step-up.ts'
import { preferencesOf, profileOf, userOf } from '../user.ts'

export interface ProfileOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly mails: Mails
  readonly notices: Notices
  readonly requireFreshPassword: RequireFreshPassword
}

export class ProfileService {
  readonly #parts: ProfileOptions
  readonly #mailCodes: MailCodeStore
  readonly #profiles: ProfileStore
  readonly #accounts: AccountStore

  constructor(parts: ProfileOptions) {
    this.#parts = parts
    this.#mailCodes = new MailCodeStore(parts.database.reads)
    this.#profiles = new ProfileStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  async read(session: AdminSession): Promise<User> {
    return userOf(await this.#account(session))
  }

  /** A new address is unverified and needs the password: it can recover one. Throws ApiError('password_needed'). */
  async save(session: AdminSession, given: Partial<Profile>): Promise<User> {
    const { database, audit, notices, requireFreshPassword } = this.#parts
    const { account, actor } = session
    const done = await database.transact(async tx => {
      const before = await this.#accounts.findAccount(account.id, tx)
      if (!before) throw gone()
      const kept = profileOf(before)
      const profile = { ...kept, ...given }
      const fields = Object.keys(given).filter(
        key => !isDeepStrictEqual(kept[key as keyof Profile], given[key as keyof Profile]),
      )
      const email = profile.email === '' ? null : profile.email.toLowerCase()
      const moved = email !== before.email
      if (moved) requireFreshPassword(session)
      if (fields.length === 0) return { before, after: before, moved }
      const after: Account = {
        ...before,
        profile: JSON.stringify(profile),
        email,
        email_verified: moved ? 0 : before.email_verified,
      }
      await this.#profiles.putProfile(tx, account.id, after)
      if (moved) await this.#mailCodes.deleteMailCodes(tx, account.id)
      // Only the names of the fields: a permanent log is no place for somebody's address.
      const addresses = { before: { email: before.email ?? '' }, after: { fields, email: email ?? '' } }
      await audit.recordChange(tx, {
        actor,
        action: saveProfile.audit,
        target: account.pubkey,
        ...(moved ? addresses : { after: { fields } }),
      })
      return { before, after, moved }
    })
    // To the old address: its owner is the one at risk.
    if (done.moved) notices.changed(done.before, 'email')
    return userOf(done.after)
  }

  async readPreferences(session: AdminSession): Promise<AnswerOf<typeof getMailPreferences>> {
    return this.#preferencesAnswer(await this.#account(session))
  }

  /** Turning mails off needs the password: a stolen session cannot hide. Throws ApiError('password_needed'). */
  async savePreferences(session: AdminSession, preferences: MailPreferences) {
    const { database, audit, requireFreshPassword } = this.#parts
    const { account, actor } = session
    const before = preferencesOf(await this.#account(session))
    const isFewer = (before.newSignIn && !preferences.newSignIn) || (before.accountChange && !preferences.accountChange)
    if (isFewer) requireFreshPassword(session)
    if (isDeepStrictEqual(before, preferences)) return this.readPreferences(session)
    await database.transact(async tx => {
      await this.#profiles.putMailPreferences(tx, account.id, JSON.stringify(preferences))
      await audit.recordChange(tx, {
        actor,
        action: saveMailPreferences.audit,
        target: account.pubkey,
        before,
        after: preferences,
      })
    })
    return this.#preferencesAnswer(await this.#account(session))
  }

  #preferencesAnswer(account: Account): AnswerOf<typeof getMailPreferences> {
    return { preferences: preferencesOf(account), deliverable: this.#deliverable(account) }
  }

  #deliverable({ email, email_verified }: Account) {
    if (!this.#parts.mails.isOn) return 'no_mail_server'
    if (email === null) return 'no_address'
    if (email_verified !== 1) return 'address_unverified'
    return this.#parts.mails.trouble ? 'mail_failing' : 'yes'
  }

  async #account({ account }: AdminSession): Promise<Account> {
    const found = await this.#accounts.findAccount(account.id)
    if (!found) throw gone()
    return found
  }
}

const gone = () => new ApiError('unauthorized', messages.tokenInvalid)
