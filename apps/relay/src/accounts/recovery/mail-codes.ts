import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { Clock } from '@hornets/server/clock'
import type { AdminDatabase, AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { SecretBox } from '../../database/secret-box.ts'
import type { Delivery } from '../../mail/mail-queue.ts'
import { newSecurityCode } from '../../mail/security-code.ts'
import type { Account } from '../account-store.ts'
import { MailCodeStore, type Purpose } from './mail-code-store.ts'

const lifetimeMs = 15 * 60_000

export interface IssuedCode {
  readonly code: string
  readonly delivery: Delivery
}

/** Six characters, 15 minutes, salted and keyed. Earlier ones stay valid: all prove access to one mailbox. */
export class MailCodes {
  readonly #database: AdminDatabase
  readonly #rows: MailCodeStore
  readonly #box: SecretBox
  readonly #now: Clock

  constructor(database: AdminDatabase, box: SecretBox, now: Clock) {
    this.#database = database
    this.#rows = new MailCodeStore(database.reads)
    this.#box = box
    this.#now = now
  }

  async issue(
    tx: AdminTransaction,
    account: Account & { readonly email: string },
    purpose: Purpose,
  ): Promise<IssuedCode> {
    const code = newSecurityCode()
    const salt = randomBytes(16).toString('hex')
    const id = randomUUID()
    const now = this.#now()
    const until = now + lifetimeMs
    await this.#rows.insertMailCode(tx, {
      id,
      account_id: account.id,
      purpose,
      code_hash: `${salt}:${this.#hash(code, salt, purpose)}`,
      email: account.email,
      created_at: now,
      expires_at: until,
    })
    const isWanted = () => this.#rows.hasMailCode(id)
    const onGivenUp = () => this.#database.transact(again => this.#rows.deleteMailCode(again, id))
    return { code, delivery: { until, isWanted, onGivenUp } }
  }

  /** Whether this is one of the codes. The caller counts attempts. */
  async check(reads: AdminReads, { id, email }: Account, purpose: Purpose, code: string): Promise<boolean> {
    const rows = await this.#rows.listMailCodes(id, purpose, this.#now(), reads)
    const given = code.toUpperCase()
    return rows.some(row => row.email === email && this.#isFor(row.code_hash, given, purpose))
  }

  /** When the newest valid code was made, in milliseconds since 1970. */
  async newestAt(reads: AdminReads, accountId: string, purpose: Purpose): Promise<number | undefined> {
    const [newest] = await this.#rows.listMailCodes(accountId, purpose, this.#now(), reads)
    return newest?.created_at
  }

  async end(tx: AdminTransaction, accountId: string, purpose: Purpose): Promise<void> {
    await this.#rows.deleteMailCodesFor(tx, accountId, purpose)
  }

  #isFor(kept: string, code: string, purpose: Purpose): boolean {
    const [salt = '', hash = ''] = kept.split(':')
    return timingSafeEqual(Buffer.from(this.#hash(code, salt, purpose)), Buffer.from(hash))
  }

  #hash(code: string, salt: string, purpose: Purpose): string {
    return this.#box.digest(`${salt}:${code}`, `accounts.mail-code:${purpose}`)
  }
}
