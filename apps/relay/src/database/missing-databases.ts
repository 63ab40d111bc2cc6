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
