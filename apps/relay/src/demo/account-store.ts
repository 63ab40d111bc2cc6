import type { AdminReads } from '../database/admin-database.ts'

export async function findDemoAccount(reads: AdminReads): Promise<string> {
  const { id } = await reads.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  return id
}
