import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { RelayDatabase } from '../../relay-database.ts'

/** What a takeover would leave behind, or find twice. */
export function folderProblem(dataDir: string): string | null {
  const found = ['events.lmdb', 'admin.db'].find(name => existsSync(join(dataDir, name)))
  return found ? `STANDBY=on: ${join(dataDir, found)} is on this machine only. Move it to PostgreSQL first.` : null
}

/** Another machine would not have those of this disk. */
export async function assertFilesElsewhere(database: RelayDatabase): Promise<void> {
  const { reads } = database
  const target = await reads.selectFrom('file_target').select('store').executeTakeFirst()
  const isHere = await reads.selectFrom('files').select('hash').where('store', '=', 0).executeTakeFirst()
  if (target && target.store !== 0 && !isHere) return
  throw new Error(
    'STANDBY=on: files are stored on this disk, which a standby does not have. Start without STANDBY, choose S3 in the ' +
      'console under Media, Storage, wait until all files are moved, and set it then.',
  )
}
