import type { AdminReads } from '../database/admin-database.ts'

/** Id of the demo's only account. */
export async function findDemoAccount(reads: AdminReads): Promise<string> {
  const { id } = await reads.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  return id
}
