import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'
import type { SubscriberMailTables } from '../../database/migrations/admin/029-subscriber-mail.ts'

export type MailRow = SubscriberMailTables['subscriber_mail']

const nothingDue = { due_notice: null, due_for: null, due_at: null, next_try_at: null } as const

export class MailStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async findMail(pubkey: string, reads: AdminReads = this.#reads): Promise<MailRow | undefined> {
    return reads.selectFrom('subscriber_mail').selectAll().where('pubkey', '=', pubkey).executeTakeFirst()
  }

  async findMailBy(stopDigest: string, reads: AdminReads): Promise<MailRow | undefined> {
    return reads.selectFrom('subscriber_mail').selectAll().where('stop_digest', '=', stopDigest).executeTakeFirst()
  }

  async isStopped(mailbox: string, reads: AdminReads = this.#reads): Promise<boolean> {
    const rows = reads.selectFrom('stopped_mailboxes').select('mailbox').where('mailbox', '=', mailbox)
    return (await rows.executeTakeFirst()) !== undefined
  }

  async putStopped(tx: AdminTransaction, mailbox: string, at: number): Promise<void> {
    await tx
      .insertInto('stopped_mailboxes')
      .values({ mailbox, stopped_at: at })
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  async putMail(
    tx: AdminTransaction,
    row: Pick<MailRow, 'pubkey' | 'sealed' | 'stop_digest' | 'code_hash' | 'code_until'>,
  ): Promise<void> {
    const whole = { ...row, confirmed_at: null, code_tries: 0, ...nothingDue }
    await tx
      .insertInto('subscriber_mail')
      .values(whole)
      .onConflict(conflict => conflict.column('pubkey').doUpdateSet(whole))
      .execute()
  }

  async confirmMail(tx: AdminTransaction, pubkey: string, at: number): Promise<void> {
    await tx
      .updateTable('subscriber_mail')
      .set({ confirmed_at: at, code_hash: null, code_until: null })
      .where('pubkey', '=', pubkey)
      .execute()
  }

  async countTry(tx: AdminTransaction, pubkey: string): Promise<void> {
    await tx
      .updateTable('subscriber_mail')
      .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
      .where('pubkey', '=', pubkey)
      .execute()
  }

  async deleteMail(tx: AdminTransaction, by: Pick<MailRow, 'pubkey'> | Pick<MailRow, 'stop_digest'>): Promise<void> {
    const rows = tx.deleteFrom('subscriber_mail')
    await ('pubkey' in by
      ? rows.where('pubkey', '=', by.pubkey)
      : rows.where('stop_digest', '=', by.stop_digest)
    ).execute()
  }

  async deleteUnconfirmed(tx: AdminTransaction, now: number): Promise<void> {
    await tx.deleteFrom('subscriber_mail').where('confirmed_at', 'is', null).where('code_until', '<=', now).execute()
  }

  async hasUnconfirmed(now: number): Promise<boolean> {
    const row = await this.#reads
      .selectFrom('subscriber_mail')
      .select('pubkey')
      .where('confirmed_at', 'is', null)
      .where('code_until', '<=', now)
      .executeTakeFirst()
    return row !== undefined
  }

  /** In place of an earlier reminder that still waits; only for a confirmed address. */
  async putDue(
    tx: AdminTransaction,
    pubkey: string,
    { notice, endsAt, at }: { notice: string; endsAt: number; at: number },
  ): Promise<void> {
    await tx
      .updateTable('subscriber_mail')
      .set({ due_notice: notice, due_for: endsAt, due_at: at, next_try_at: at })
      .where('pubkey', '=', pubkey)
      .where('confirmed_at', 'is not', null)
      .execute()
  }

  async listDueMails({ now, limit }: { now: number; limit: number }): Promise<MailRow[]> {
    return this.#reads
      .selectFrom('subscriber_mail')
      .selectAll()
      .where('due_notice', 'is not', null)
      .where('next_try_at', '<=', now)
      .orderBy('next_try_at')
      .limit(limit)
      .execute()
  }

  /** Sets the next try, or null if there is none, unless another reminder or address has come meanwhile. */
  async putTried(
    tx: AdminTransaction,
    { pubkey, stop_digest, due_notice, due_for }: MailRow,
    nextTryAt: number | null,
  ): Promise<void> {
    await tx
      .updateTable('subscriber_mail')
      .set(nextTryAt === null ? nothingDue : { next_try_at: nextTryAt })
      .where('pubkey', '=', pubkey)
      .where('stop_digest', '=', stop_digest)
      .where('due_notice', '=', due_notice)
      .where('due_for', '=', due_for)
      .execute()
  }
}
