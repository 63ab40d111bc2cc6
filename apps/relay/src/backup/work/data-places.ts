import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Of the data folder: for copies on their way. Emptied before and after each backup. */
export const workName = 'backup-work'
/** A restored folder, until everything in it is whole. */
export const restoredName = 'restored'
export const readyName = 'restore-ready'
/** A backup that was uploaded, until it is restored. */
export const uploadedName = 'restore-upload'
export const beforeName = 'before-restore-'

/** Made on demand (demo, judge), not accepted yet (incoming), or sent again (imports). */
export async function leftOut(dataDir: string): Promise<ReadonlySet<string>> {
  const before = (await readdir(dataDir)).filter(name => name.startsWith(beforeName))
  const media = ['incoming', 'pictures'].map(name => join('media', name))
  return new Set([
    'demo-node',
    'imports',
    'judge',
    workName,
    restoredName,
    readyName,
    uploadedName,
    ...before,
    ...media,
  ])
}

export const foreign: ReadonlySet<string> = new Set(['media'])

/** What refers comes before what it refers to, so that everything referred to is in the copy. */
export const copyOrder: readonly string[] = ['admin.db', 'relay.db']
