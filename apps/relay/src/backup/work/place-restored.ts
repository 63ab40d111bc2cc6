import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '@hornets/server/disk/whole-file'
import type { AdminPlace } from '../../database/admin-place.ts'
import { hasAccountsOnServer } from '../../database/open-admin-database.ts'
import { hasAccountsInFile, isClaimed } from './counts-sql.ts'
import { beforeName, readyName, restoredName } from './data-places.ts'

/** Without it, a relay beside other databases refuses to start. */
const lastName = 'admin.db'
const locks = /\.lock$/

/** The data moves to a folder beside. Interrupted, it leaves a folder that no relay starts on. Null: no data before. */
export async function placeRestored(dataDir: string, stamp: string): Promise<string | null> {
  const restored = join(dataDir, restoredName)
  const names = (await readdir(dataDir)).filter(
    name => name !== restoredName && !name.startsWith(beforeName) && !locks.test(name),
  )
  const aside = join(dataDir, beforeName + stamp)
  if (names.length > 0) {
    await mkdir(aside, { mode: 0o700 })
    // The claim goes first, so that nobody can use half of it.
    for (const name of byLast(names).reverse()) await rename(join(dataDir, name), join(aside, name))
  }
  for (const name of byLast(await readdir(restored))) await rename(join(restored, name), join(dataDir, name))
  await rm(restored, { recursive: true })
  await syncFolder(dataDir)
  return names.length > 0 ? aside : null
}

/** The restored folder is whole: the next start takes it. */
export async function markRestored(dataDir: string, snapshot: string): Promise<void> {
  await writeFile(join(dataDir, readyName), snapshot, { mode: 0o600, flush: true })
  await syncFolder(dataDir)
}

/** Returns the name of its backup; null if none waits, or if the relay was claimed meanwhile. */
export async function placeWaiting(place: AdminPlace, stamp: string): Promise<string | null> {
  const { dataDir, accountsDatabase } = place
  const snapshot = await readFile(join(dataDir, readyName), 'utf8').catch(() => null)
  if (snapshot === null) return null
  const isTaken =
    accountsDatabase === undefined
      ? isClaimed(dataDir)
      : hasAccountsInFile(dataDir) || (await hasAccountsOnServer(accountsDatabase))
  await rm(join(dataDir, readyName))
  if (isTaken) {
    await rm(join(dataDir, restoredName), { recursive: true, force: true })
    return null
  }
  await placeRestored(dataDir, stamp)
  return snapshot
}

const byLast = (names: readonly string[]) =>
  [...names].sort((one, other) => Number(one === lastName) - Number(other === lastName))
