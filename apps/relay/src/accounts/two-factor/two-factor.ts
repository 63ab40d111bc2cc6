import { type AnswerOf, messages } from '@hornets/contract'
import {
  type beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  type getTwoFactor,
  renewRecoveryCodes,
} from '@hornets/contract/admin/accounts/account'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import { npubEncode } from 'nostr-tools/nip19'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { SecretBox } from '../../database/secret-box.ts'
import { type Account, AccountStore } from '../account-store.ts'
import type { SecondFactorPlace, SignInLimiter } from '../limits.ts'
import type { Notices } from '../notices.ts'
import type { AdminSession } from '../sessions/sessions.ts'
import { makeRecoveryCodes, spacedCode } from './recovery-codes.ts'
import type { Tickets } from './tickets.ts'
import { newTotpSecret, stepOfCode, totpUri } from './totp.ts'
import { TwoFactorStore } from './two-factor-store.ts'

export interface TwoFactorOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly box: SecretBox
  readonly limiter: SignInLimiter
  readonly tickets: Tickets
  readonly now: Clock
  readonly notices: Notices
}

const secretPlace = (accountId: string) => `accounts.totp:${accountId}`
const codePlace = (accountId: string) => `accounts.recovery-code:${accountId}`

/** An account's second factor: codes of an authenticator app (RFC 6238) or recovery codes. */
export class TwoFactor {
  readonly #parts: TwoFactorOptions
  readonly #rows: TwoFactorStore
  readonly #accounts: AccountStore

  constructor(parts: TwoFactorOptions) {
    this.#parts = parts
    this.#rows = new TwoFactorStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  async status({ account }: AdminSession): Promise<AnswerOf<typeof getTwoFactor>> {
    const found = await this.#accounts.findAccount(account.id)
    const enabled = found?.totp_secret != null
    return { enabled, recoveryCodesLeft: enabled ? await this.#rows.countRecoveryCodes(account.id) : 0 }
  }

  /** Changes nothing until a code of the new secret is entered. Throws ApiError('conflict') if it is on. */
  async begin({ account }: AdminSession): Promise<AnswerOf<typeof beginTwoFactor>> {
    const { database, box } = this.#parts
    const secret = newTotpSecret()
    await database.transact(async tx => {
      const { totp_secret } = await this.#account(tx, account.id)
      if (totp_secret !== null) throw new ApiError('conflict', messages.twoFactorOn)
      await this.#rows.putPendingSecret(tx, account.id, box.seal(secret, secretPlace(account.id)))
    })
    const npub = npubEncode(account.pubkey)
    return { secret, uri: totpUri(secret, `${npub.slice(0, 12)}…${npub.slice(-4)}`) }
  }

  /** Returns the recovery codes, once. Throws ApiError('invalid_fields' | 'conflict' | 'rate_limited'). */
  async enable({ account, actor }: AdminSession, code: string): Promise<{ recoveryCodes: string[] }> {
    const { database, audit, box, limiter, now, notices } = this.#parts
    const made = await database.transact(async tx => {
      const { totp_secret, totp_pending } = await this.#account(tx, account.id)
      if (totp_secret !== null) throw new ApiError('conflict', messages.twoFactorOn)
      if (totp_pending === null) throw new ApiError('conflict', messages.twoFactorNotBegun)
      limiter.assertSecondFactor(account.id, 'session')
      const step = stepOfCode(box.unseal(totp_pending, secretPlace(account.id)), code, now())
      if (step === undefined) {
        limiter.countWrongSecondFactor(account.id, 'session')
        return undefined
      }
      await this.#rows.adoptPendingSecret(tx, account.id, step)
      await audit.recordChange(tx, { actor, action: enableTwoFactor.audit.done, target: account.pubkey })
      return this.#replaceCodes(tx, account.id)
    })
    if (!made) throw await this.#refused(actor, account.pubkey)
    notices.changedById(account.id, 'twoFactorOn')
    return { recoveryCodes: made }
  }

  /** Throws ApiError('invalid_fields' | 'conflict' | 'rate_limited'). */
  async disable({ account, actor }: AdminSession, code: string): Promise<void> {
    const { database, audit, tickets, notices } = this.#parts
    const done = await database.transact(async tx => {
      if (!(await this.#spendOwn(tx, account.id, code))) return false
      await audit.recordChange(tx, { actor, action: disableTwoFactor.audit.done, target: account.pubkey })
      return this.#rows.removeTwoFactor(tx, account.id)
    })
    if (!done) throw await this.#refused(actor, account.pubkey)
    tickets.endOf(account.id)
    notices.changedById(account.id, 'twoFactorOff')
  }

  /**
   * A code is needed, since they are worth as much as the app. Throws ApiError('invalid_fields' | 'conflict' |
   * 'rate_limited').
   */
  async renewCodes({ account, actor }: AdminSession, code: string): Promise<{ recoveryCodes: string[] }> {
    const { database, audit, notices } = this.#parts
    const made = await database.transact(async tx => {
      if (!(await this.#spendOwn(tx, account.id, code))) return undefined
      await audit.recordChange(tx, { actor, action: renewRecoveryCodes.audit.done, target: account.pubkey })
      return this.#replaceCodes(tx, account.id)
    })
    if (!made) throw await this.#refused(actor, account.pubkey)
    notices.changedById(account.id, 'recoveryCodes')
    return { recoveryCodes: made }
  }

  /** Transactions are serial: parallel guesses are counted one by one. Throws ApiError('rate_limited'). */
  async spend(tx: AdminTransaction, account: Account, code: string, where: SecondFactorPlace): Promise<boolean> {
    const { box, limiter, now } = this.#parts
    limiter.assertSecondFactor(account.id, where)
    const { id, totp_secret } = account
    if (totp_secret === null) return false
    const step = stepOfCode(box.unseal(totp_secret, secretPlace(id)), code, now())
    const right =
      step === undefined
        ? await this.#rows.spendRecoveryCode(tx, id, box.digest(code, codePlace(id)))
        : await this.#rows.spendStep(tx, id, step)
    if (!right) limiter.countWrongSecondFactor(id, where)
    return right
  }

  /** As `spend`, for signed-in admins. Throws ApiError('conflict') if it is off. */
  async #spendOwn(tx: AdminTransaction, accountId: string, code: string): Promise<boolean> {
    const account = await this.#account(tx, accountId)
    if (account.totp_secret === null) throw new ApiError('conflict', messages.twoFactorOff)
    return this.spend(tx, account, code, 'session')
  }

  async #replaceCodes(tx: AdminTransaction, accountId: string): Promise<string[]> {
    const codes = makeRecoveryCodes()
    const hashes = codes.map(code => this.#parts.box.digest(code, codePlace(accountId)))
    await this.#rows.replaceRecoveryCodes(tx, accountId, hashes)
    return codes.map(spacedCode)
  }

  async #account(tx: AdminTransaction, id: string): Promise<Account> {
    const found = await this.#accounts.findAccount(id, tx)
    if (!found) throw new ApiError('unauthorized', messages.tokenInvalid)
    return found
  }

  async #refused(actor: AdminSession['actor'], pubkey: string): Promise<ApiError> {
    await this.#parts.audit.recordRefusal({ actor, action: enableTwoFactor.audit.refused, target: pubkey })
    return new ApiError('invalid_fields', messages.codeWrong, { fields: { code: messages.codeWrong } })
  }
}
