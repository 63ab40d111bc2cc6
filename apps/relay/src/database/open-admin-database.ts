import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from '@hornets/server/process/logger'
import { AdminDatabase } from './admin-database.ts'
import type { AdminPlace } from './admin-place.ts'

/** The relay's own: created and migrated if needed. */
export function openAdminDatabase(place: AdminPlace, log: Logger): Promise<AdminDatabase> {
  if (place.accountsDatabase !== undefined) return openOnServer(place, { log, isBeside: false })
  return AdminDatabase.open(join(place.dataDir, 'admin.db'))
}

/** For commands beside a running relay. */
export function openBesideRelay(place: AdminPlace, log: Logger): Promise<AdminDatabase> {
  if (place.accountsDatabase !== undefined) return openOnServer(place, { log, isBeside: true })
  const path = join(place.dataDir, 'admin.db')
  return existsSync(path) ? AdminDatabase.openUnchanged(path) : AdminDatabase.open(path)
}

/** As an `admin.db` of a copy; undefined where the folder has one. */
export function accountsElsewhere(
  url: string | undefined,
): ReadonlyMap<string, (to: string) => Promise<void>> | undefined {
  if (url === undefined) return undefined
  return new Map([['admin.db', to => copyFromServer(url, to)]])
}

/** As of one moment, to a new file. */
async function copyFromServer(url: string, to: string): Promise<void> {
  const { copyAccountsTo } = await import('./postgres/server-accounts.ts')
  await copyAccountsTo(url, to)
}

export async function hasAccountsOnServer(url: string): Promise<boolean> {
  const { hasAccounts } = await import('./postgres/server-accounts.ts')
  return hasAccounts(url)
}

/** To the folder's admin.db, which must not exist. */
export async function copyBackFromServer(url: string, folder: string): Promise<void> {
  const { copyAccountsBack } = await import('./postgres/server-accounts.ts')
  await copyAccountsBack(url, folder)
}

/** See server-accounts.ts. */
export async function replaceServerAccounts<Result>(url: string, folder: string, place: () => Promise<Result>) {
  const { replaceAccounts } = await import('./postgres/server-accounts.ts')
  return replaceAccounts(url, folder, place)
}

/** Its code and its driver are loaded only here. */
async function openOnServer(
  { dataDir, accountsDatabase: url = '', assertMain }: AdminPlace,
  how: { log: Logger; isBeside: boolean },
) {
  const { openServer } = await import('./postgres/open-server.ts')
  return new AdminDatabase(await openServer({ url, folder: dataDir, assertMain, ...how }))
}
