import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '@hornets/server/disk/whole-file'
import { beforeName, restoredName } from './data-places.ts'

/** Without it, a relay beside other databases refuses to start. */
const lastName = 'admin.db'
const locks = /\.lock$/

/**
 * Puts a restored folder in the place of the data around it, which moves to a folder beside. Interrupted, it leaves a
 * folder that no relay starts on. Returns where the data before is; null if there was none.
 */
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

const byLast = (names: readonly string[]) =>
  [...names].sort((one, other) => Number(one === lastName) - Number(other === lastName))
