import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'
import type { AdminTransaction } from '../../database/admin-database.ts'
import type { SecretBox } from '../../settings/secret-box.ts'
import type { Account } from '../store.ts'
import { countWrongTry, deleteMailCode, findMailCode, type Purpose, putMailCode } from './mail-code-store.ts'

/** Without those that look alike: 0 and O, 1, I and L. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const length = 6
const lifetimeMs = 15 * 60_000
const wrongTriesMax = 5

/**
 * Codes that are mailed: six characters, one at a time for each account and purpose, good for 15 minutes and five wrong
 * tries, kept as a salted and keyed hash.
 */
export class MailCodes {
  readonly #box: SecretBox
  readonly #now: Clock

  constructor(box: SecretBox, now: Clock) {
    this.#box = box
    this.#now = now
  }

  /** A new code for the address that the account has now; the one before is worth nothing any more. */
  async issue(tx: AdminTransaction, account: Account & { readonly email: string }, purpose: Purpose): Promise<string> {
    const code = Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
    const salt = randomBytes(16).toString('hex')
    const now = this.#now()
    await putMailCode(tx, {
      account_id: account.id,
      purpose,
      code_hash: `${salt}:${this.#hash(code, salt, purpose)}`,
      email: account.email,
      wrong_tries: 0,
      created_at: now,
      expires_at: now + lifetimeMs,
    })
    return code
  }

  /** Is this the code? A wrong one is counted. In a transaction, so that no guess is looked at before the last is counted. */
  async check(tx: AdminTransaction, { id, email }: Account, purpose: Purpose, code: string): Promise<boolean> {
    const row = await findMailCode(tx, id, purpose)
    if (!row || row.expires_at <= this.#now() || row.email !== email || row.wrong_tries >= wrongTriesMax) return false
    const [salt = '', kept = ''] = row.code_hash.split(':')
    const given = this.#hash(code.toUpperCase(), salt, purpose)
    if (timingSafeEqual(Buffer.from(given), Buffer.from(kept))) return true
    await countWrongTry(tx, id, purpose)
    return false
  }

  /** Uses the code up. */
  async end(tx: AdminTransaction, accountId: string, purpose: Purpose): Promise<void> {
    await deleteMailCode(tx, accountId, purpose)
  }

  #hash(code: string, salt: string, purpose: Purpose): string {
    return this.#box.digest(`${salt}:${code}`, `accounts.mail-code:${purpose}`)
  }
}
