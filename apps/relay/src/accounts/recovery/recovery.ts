import { setTimeout as sleep } from 'node:timers/promises'
import { type BodyOf, messages } from '@hornets/contract'
import { checkSecurityCode, forgotPassword, setNewPassword } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { type Caller, networkOf } from '@hornets/server/http/caller'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { Mails } from '../../mail/mails.ts'
import { type Account, AccountStore } from '../account-store.ts'
import type { SignInLimiter } from '../limits.ts'
import type { Notices } from '../notices.ts'
import type { PasswordHasher } from '../password/password.ts'
import { ProfileStore } from '../profile-store.ts'
import type { Sessions } from '../sessions/sessions.ts'
import { profileOf } from '../user.ts'
import type { CodeTries } from './code-tries.ts'
import type { MailCodes } from './mail-codes.ts'
import type { RecoveryHandles } from './recovery-handles.ts'

/** A repeated request within this time relies on the mail already sent; the console offers it after 30 s. */
const quietMs = 20_000

export interface RecoveryOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly sessions: Sessions
  readonly passwords: PasswordHasher
  readonly limiter: SignInLimiter
  readonly codes: MailCodes
  readonly tries: CodeTries
  readonly handles: RecoveryHandles
  readonly mails: Mails
  readonly notices: Notices
  readonly now: Clock
  /** Minimum time for every answer about a code: known addresses need an extra write. */
  readonly answerMs: number
}

/**
 * Neither answers nor timing reveal an address, and no flood of strangers keeps its owner out: requests are
 * limited by caller, guesses by browser and by known places. Key and second factor are still needed.
 */
export class Recovery {
  readonly #parts: RecoveryOptions
  readonly #profiles: ProfileStore
  readonly #accounts: AccountStore

  constructor(parts: RecoveryOptions) {
    this.#parts = parts
    this.#profiles = new ProfileStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  /** Answers before the address is looked up. Throws ApiError('unavailable' | 'rate_limited'). */
  request(given: string, caller: Caller): string {
    const { mails, limiter, handles } = this.#parts
    if (!mails.isOn) throw new ApiError('unavailable', messages.mailOff)
    limiter.countRecovery(caller.address)
    const email = given.toLowerCase()
    mails.soon(() => this.#mailCode(email, caller))
    return handles.issue(email)
  }

  /** Throws ApiError('invalid_credentials' | 'rate_limited'). */
  async check(given: Guess, caller: Caller): Promise<void> {
    this.#parts.limiter.countRecoveryCode(caller.address)
    await this.#inSteadyTime(this.#find(given, caller), caller)
  }

  /** Uses up the code and ends all sessions of the account. Throws ApiError('invalid_credentials' | 'rate_limited'). */
  async setPassword(given: BodyOf<typeof setNewPassword>, caller: Caller): Promise<void> {
    const { database, audit, sessions, passwords, limiter, codes, notices } = this.#parts
    limiter.countRecoveryCode(caller.address)
    const account = await this.#inSteadyTime(this.#find(given, caller), caller)
    const hash = await passwords.hash(given.password, true)
    const ended = await database.transact(async tx => {
      const found = await this.#profiles.findAccountByEmail(given.email.toLowerCase(), tx)
      // Checked again in the transaction: if two requests bring the same code, only one succeeds.
      if (found?.id !== account.id || !(await codes.check(tx, found, 'recovery', given.code))) return undefined
      await codes.end(tx, found.id, 'recovery')
      await this.#accounts.replacePassword(tx, found.id, hash)
      const actor = { pubkey: null, address: caller.address }
      await audit.recordChange(tx, { actor, action: setNewPassword.audit.done, target: found.pubkey })
      return sessions.endAll(tx, found.id)
    })
    if (!ended) throw wrongCode()
    sessions.tellEnded(ended)
    notices.changedById(account.id, 'password')
  }

  async #mailCode(email: string, { address }: Caller): Promise<void> {
    const { database, audit, codes, mails } = this.#parts
    const actor = { pubkey: null, address }
    const action = forgotPassword.audit
    const made = await database.transact(async tx => {
      const account = await this.#profiles.findAccountByEmail(email, tx)
      if (!account || !(await this.#mayMail(tx, account, address))) return undefined
      await audit.recordChange(tx, { actor, action, target: account.pubkey })
      return { account, ...(await codes.issue(tx, { ...account, email }, 'recovery')) }
    })
    // The same work as for a known address.
    if (!made) return audit.recordRefusal({ actor, action, target: '' })
    const { account, code, delivery } = made
    const to = { address: email, lang: profileOf(account).lang }
    await mails.send(to, ({ recovery }, { relay }) => recovery({ relay, code, address }), delivery)
  }

  async #mayMail(tx: AdminTransaction, { id }: Account, address: string): Promise<boolean> {
    const { codes, limiter, now } = this.#parts
    const newestAt = await codes.newestAt(tx, id, 'recovery')
    if (newestAt !== undefined && now() - newestAt < quietMs) return false
    return limiter.mayMailRecovery(id, await this.#placeIn(tx, id, address))
  }

  #find({ email: given, code, recovery }: Guess, { address }: Caller): Promise<Account | undefined> {
    const { database, codes, limiter, tries, handles } = this.#parts
    const email = given.toLowerCase()
    const who = handles.whoTries(email, recovery, address)
    const hasTry = tries.begin(who)
    return database.transact(async tx => {
      const account = await this.#profiles.findAccountByEmail(email, tx)
      if (!account || !hasTry) return undefined
      if (!limiter.mayGuessRecovery(account.id, await this.#placeIn(tx, account.id, address))) return undefined
      if (!(await codes.check(tx, account, 'recovery', code))) return undefined
      tries.wasRight(who)
      return account
    })
  }

  async #inSteadyTime<Found>(work: Promise<Found | undefined>, { address }: Caller): Promise<Found> {
    const [found] = await Promise.all([work, sleep(this.#parts.answerMs)])
    if (found !== undefined) return found
    const actor = { pubkey: null, address }
    await this.#parts.audit.recordRefusal({ actor, action: checkSecurityCode.audit, target: '' })
    throw wrongCode()
  }

  /** A place where the account has signed in before has its own limits, so strangers cannot use them up. */
  async #placeIn(tx: AdminTransaction, accountId: string, address: string): Promise<string | undefined> {
    const place = networkOf(address)
    return (await this.#profiles.hasSignedInFrom(accountId, place, tx)) ? place : undefined
  }
}

type Guess = BodyOf<typeof checkSecurityCode>

const wrongCode = () => new ApiError('invalid_credentials', messages.codeWrong)
