import type { Insertable } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { AdminTables } from '../../database/admin-tables.ts'

type NewSession = Insertable<AdminTables['sessions']>

export class SessionStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findSession(tokenHash: string, reads: AdminReads = this.#reads) {
    return reads
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select([
        'sessions.account_id',
        'sessions.created_at',
        'sessions.last_used_at',
        'sessions.password_at',
        'accounts.pubkey',
        'accounts.role',
      ])
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst()
  }

  async listSessionsOf(accountId: string, { usedAfter, openedAfter }: { usedAfter: number; openedAfter: number }) {
    return this.#reads
      .selectFrom('sessions')
      .select(['token_hash', 'created_at', 'last_used_at', 'address', 'user_agent'])
      .where('account_id', '=', accountId)
      .where('last_used_at', '>', usedAfter)
      .where('created_at', '>', openedAfter)
      .orderBy('last_used_at', 'desc')
      .orderBy('created_at', 'desc')
      .execute()
  }

  async listAddressesOf(pubkey: string, usedAfter: number): Promise<string[]> {
    const rows = await this.#reads
      .selectFrom('sessions')
      .innerJoin('accounts', 'accounts.id', 'sessions.account_id')
      .select('sessions.address')
      .distinct()
      .where('accounts.pubkey', '=', pubkey)
      .where('sessions.last_used_at', '>', usedAfter)
      .execute()
    return rows.map(({ address }) => address)
  }

  async insertSession(tx: AdminTransaction, session: NewSession): Promise<void> {
    await tx.insertInto('sessions').values(session).execute()
  }

  async touchSession(tx: AdminTransaction, tokenHash: string, at: number, address: string): Promise<void> {
    await tx.updateTable('sessions').set({ last_used_at: at, address }).where('token_hash', '=', tokenHash).execute()
  }

  async setPasswordTime(tx: AdminTransaction, tokenHash: string, at: number): Promise<void> {
    await tx.updateTable('sessions').set({ password_at: at }).where('token_hash', '=', tokenHash).execute()
  }

  async setPasswordTimesOf(tx: AdminTransaction, accountId: string, at: number, except: string): Promise<void> {
    await tx
      .updateTable('sessions')
      .set({ password_at: at })
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', except)
      .execute()
  }

  async deleteSession(tx: AdminTransaction, tokenHash: string): Promise<void> {
    await tx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
  }

  async deleteSessionsOf(tx: AdminTransaction, accountId: string, except = ''): Promise<string[]> {
    const gone = await tx
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('token_hash', '!=', except)
      .returning('token_hash')
      .execute()
    return gone.map(({ token_hash }) => token_hash)
  }

  async deleteSessionsBut(tx: AdminTransaction, tokenHash: string): Promise<string[]> {
    const gone = await tx.deleteFrom('sessions').where('token_hash', '!=', tokenHash).returning('token_hash').execute()
    return gone.map(({ token_hash }) => token_hash)
  }

  async deleteSessionOf(tx: AdminTransaction, accountId: string, tokenHash: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('sessions')
      .where('account_id', '=', accountId)
      .where('token_hash', '=', tokenHash)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  async deleteSessionsOver(
    tx: AdminTransaction,
    { usedBefore, openedBefore }: { readonly usedBefore: number; readonly openedBefore: number },
  ): Promise<void> {
    await tx
      .deleteFrom('sessions')
      .where(({ eb, or }) => or([eb('last_used_at', '<=', usedBefore), eb('created_at', '<=', openedBefore)]))
      .execute()
  }
}
