import type { AdminReads } from '../database/admin-database.ts'
import { AccountStore } from './account-store.ts'

/** An admin's display name: first and last name, else the user name, else nothing. The console uses the same rule. */
export function displayName(profile: {
  readonly userName?: string
  readonly firstName?: string
  readonly lastName?: string
}): string {
  return [profile.firstName, profile.lastName].filter(Boolean).join(' ') || (profile.userName ?? '')
}

export async function namesOf(reads: AdminReads, pubkeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await new AccountStore(reads).listProfiles(pubkeys)
  return new Map(rows.map(({ pubkey, profile }) => [pubkey, displayName(JSON.parse(profile))]))
}
