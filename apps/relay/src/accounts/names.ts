import type { AdminReads } from '../database/admin-database.ts'
import { listProfiles } from './store.ts'

/** How people call an admin: the user name of the profile, else first and last name, else nothing. */
export function displayName(profile: {
  readonly userName?: string
  readonly firstName?: string
  readonly lastName?: string
}): string {
  return profile.userName || [profile.firstName, profile.lastName].filter(Boolean).join(' ')
}

/** Names of those public keys (hex) that are admins. */
export async function namesOf(reads: AdminReads, pubkeys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await listProfiles(reads, pubkeys)
  return new Map(rows.map(({ pubkey, profile }) => [pubkey, displayName(JSON.parse(profile))]))
}
