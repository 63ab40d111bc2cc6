import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type AdminPlace, keptName } from './admin-place.ts'

const has = (folder: string, ...names: string[]) => names.some(name => existsSync(join(folder, name)))

/** None in a new folder. The relay creates `admin.db` first, then `relay.db`, then `events.lmdb`. */
export function missingDatabases({ dataDir: folder, accountsDatabase }: AdminPlace): string[] {
  const missing: string[] = []
  if (accountsDatabase === undefined && !has(folder, 'admin.db') && has(folder, 'relay.db', 'events.lmdb'))
    missing.push('admin.db')
  // A crash of its move leaves the new file under the second name, which the start takes.
  if (!has(folder, 'relay.db', 'relay.db.new') && has(folder, 'events.lmdb')) missing.push('relay.db')
  return missing
}

/** Throws rather than let the relay begin with an empty one: unclaimed, or without its list of files. */
export function assertNoneMissing(place: AdminPlace): void {
  const missing = missingDatabases(place)
  if (missing.length === 0) return
  const paths = missing.map(name => join(place.dataDir, name)).join(' and ')
  if (missing.includes('admin.db') && has(place.dataDir, keptName))
    throw new Error(
      `${paths} is missing: the accounts are in PostgreSQL. Set ACCOUNTS_DATABASE_URL, or copy them back with "npm run ` +
        'admin -- copy-accounts".',
    )
  throw new Error(
    `${paths} ${missing.length > 1 ? 'are' : 'is'} missing beside the relay's other databases. Nothing was changed: put ` +
      'back the last backup. Without a backup, "npm run admin -- replace-missing" begins with empty ones.',
  )
}

/** In the folder of each machine that was the main one of a pair. */
export const standbyName = 'standby.json'

/** Throws rather than let the relay begin with a `relay.db` that is older than its copy in the database. */
export function assertNotOfPair(dataDir: string): void {
  if (!has(dataDir, standbyName)) return
  throw new Error(
    `${join(dataDir, standbyName)} says that this relay has a standby, and its relay.db can be an old one. Start it with ` +
      'STANDBY=on. To end that: stop the standby, then this machine, delete the schema hornets_standby in both databases ' +
      'and this file.',
  )
}
