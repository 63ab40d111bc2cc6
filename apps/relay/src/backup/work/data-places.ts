import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Of the data folder: for copies on their way. Emptied before and after each backup. */
export const workName = 'backup-work'
/** A restored folder, until everything in it is whole. */
export const restoredName = 'restored'
/** Names the backup in the restored folder, which is whole and waits for the next start. */
export const readyName = 'restore-ready'
/** Begins the names of folders with the data before a restore. */
export const beforeName = 'before-restore-'

/**
 * Left out: the demo and the judge's libraries are made on demand, incoming uploads are not accepted yet, and files to
 * import can be sent again.
 */
export async function leftOut(dataDir: string): Promise<ReadonlySet<string>> {
  const before = (await readdir(dataDir)).filter(name => name.startsWith(beforeName))
  const media = ['incoming', 'pictures'].map(name => join('media', name))
  return new Set(['demo-node', 'imports', 'judge', workName, restoredName, readyName, ...before, ...media])
}

/** Folders with uploaded files, which can claim to be anything. */
export const foreign: ReadonlySet<string> = new Set(['media'])

/**
 * What refers comes before what it refers to, so that everything referred to is in the copy: cases and settings to files
 * and events, subscriptions to the wallet's addresses. Events and files come last.
 */
export const copyOrder: readonly string[] = ['admin.db', 'relay.db']
