import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export class TwoFactorStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async putPendingSecret(tx: AdminTransaction, accountId: string, sealed: string): Promise<void> {
    await tx.updateTable('accounts').set({ totp_pending: sealed }).where('id', '=', accountId).execute()
  }

  async adoptPendingSecret(tx: AdminTransaction, accountId: string, step: number): Promise<void> {
    await tx
      .updateTable('accounts')
      .set(({ ref }) => ({ totp_secret: ref('totp_pending'), totp_pending: null, totp_last_step: step }))
      .where('id', '=', accountId)
      .execute()
  }

  async removeTwoFactor(tx: AdminTransaction, accountId: string): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ totp_secret: null, totp_pending: null, totp_last_step: 0 })
      .where('id', '=', accountId)
      .where('totp_secret', 'is not', null)
      .executeTakeFirstOrThrow()
    await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    return numUpdatedRows > 0n
  }

  /** True once per time step, and never for an earlier one (RFC 6238, 5.2). */
  async spendStep(tx: AdminTransaction, accountId: string, step: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('accounts')
      .set({ totp_last_step: step })
      .where('id', '=', accountId)
      .where('totp_last_step', '<', step)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  }

  async replaceRecoveryCodes(tx: AdminTransaction, accountId: string, hashes: string[]): Promise<void> {
    await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
    const rows = hashes.map(code_hash => ({ account_id: accountId, code_hash }))
    await tx.insertInto('recovery_codes').values(rows).execute()
  }

  /** True once per code. */
  async spendRecoveryCode(tx: AdminTransaction, accountId: string, hash: string): Promise<boolean> {
    const { numDeletedRows } = await tx
      .deleteFrom('recovery_codes')
      .where('account_id', '=', accountId)
      .where('code_hash', '=', hash)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  }

  async countRecoveryCodes(accountId: string): Promise<number> {
    const { count } = await this.#reads
      .selectFrom('recovery_codes')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    return count
  }
}
