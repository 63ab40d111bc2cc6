import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { DataFolder } from '@hornets/server/database/data-folder'
import { WayOut } from '@hornets/server/outgoing/way-out'
import { CommandError } from '../accounts/by-command.ts'
import { openDestination, shownRemote } from '../backup/destinations/open-destination.ts'
import { noteRestore } from '../backup/finish-restore.ts'
import { BackupSet } from '../backup/set/backup-set.ts'
import { plainName } from '../backup/set/cipher.ts'
import { timeName } from '../backup/set/time-name.ts'
import { compareRestored } from '../backup/work/compare-restored.ts'
import { isClaimed } from '../backup/work/counts-sql.ts'
import { restoredName } from '../backup/work/data-places.ts'
import { findSnapshot, openerOf } from '../backup/work/jobs.ts'
import { placeRestored } from '../backup/work/place-restored.ts'
import { restoreBackup } from '../backup/work/restore-backup.ts'
import { hasAccountsOnServer, replaceServerAccounts } from '../database/open-admin-database.ts'
import type { LoneCommand, PartsAlone } from './command.ts'
import { WrongWords } from './wrong-words.ts'

const usage = 'Usage: restore <folder, S3 or SFTP address> [backup, or latest] [replace]'

export const restore: LoneCommand = {
  name: 'restore',
  takes: '<place> [backup] [replace]',
  summary: 'restores a backup, the latest by default, into DATA_DIR; over a claimed relay only with the word "replace"',
  wordsMax: 3,
  async runAlone(parts, [place, ...rest]) {
    if (!place) throw new WrongWords(usage)
    const [name = 'latest', ...others] = rest.filter(word => word !== 'replace')
    if (others.length > 0) throw new WrongWords(usage)
    const { dataDir } = parts
    if (!rest.includes('replace') && (await isTaken(parts)))
      throw new CommandError(`${dataDir} has a claimed relay. To replace it, add the word "replace": its data is kept.`)
    const locks = await lockFolders(dataDir)
    try {
      await restoreFrom(parts, place, name === 'latest' ? undefined : name)
    } catch (error) {
      throw new CommandError(`Nothing was restored: ${(error as Error).message}`)
    } finally {
      for (const lock of locks) lock.close()
    }
    return 0
  },
}

async function isTaken({ dataDir, accountsDatabase }: PartsAlone): Promise<boolean> {
  if (isClaimed(dataDir)) return true
  if (accountsDatabase === undefined) return false
  return hasAccountsOnServer(accountsDatabase).catch((error: Error) => {
    throw new CommandError(`The accounts in PostgreSQL cannot be read: ${error.message}`)
  })
}

/** Throws if a relay or wallet runs on the folder. */
async function lockFolders(dataDir: string): Promise<DataFolder[]> {
  const wallet = join(dataDir, 'wallet')
  try {
    const relay = await DataFolder.open(dataDir, 'relay')
    return existsSync(wallet) ? [relay, await DataFolder.open(wallet, 'wallet')] : [relay]
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}

async function restoreFrom(parts: PartsAlone, place: string, name: string | undefined): Promise<void> {
  const { dataDir, accountsDatabase, socksProxy, say } = parts
  const restored = join(dataDir, restoredName)
  await rm(restored, { recursive: true, force: true })
  await mkdir(restored, { recursive: true })
  const destination = openDestination(shownRemote(place) === null ? resolve(place) : place, new WayOut(socksProxy))
  try {
    const set = await BackupSet.open(destination, restored)
    const snapshot = await findSnapshot(set, name)
    const open = await openerOf(set, snapshot, snapshot.cipher === plainName ? null : await askKey(parts))
    const manifest = await restoreBackup({ set, snapshot, open, to: restored, isDurable: true })
    const differing = await compareRestored(restored, manifest)
    if (differing.length > 0) throw new Error(`the backup differs from what it says: ${differing.join(', ')}`)
    const put = () => placeRestored(dataDir, timeName(new Date().toISOString()))
    const aside = await (accountsDatabase === undefined ? put() : replaceServerAccounts(accountsDatabase, dataDir, put))
    const { events, files, admins } = manifest.counts
    say(`Restored backup ${snapshot.name}: ${events} events, ${files} files, ${admins} admins.`)
    if (aside !== null) say(`The data before is in ${aside}. Delete it when you no longer need it.`)
    await noteRestore(dataDir, snapshot.name)
    say('Start the relay: npm start')
  } finally {
    destination.close()
    await rm(restored, { recursive: true, force: true })
  }
}

async function askKey({ askSecret }: PartsAlone): Promise<string> {
  const key = askSecret ? await askSecret('Passphrase or key (AGE-SECRET-KEY-1…): ') : await text(process.stdin)
  return key.trim()
}
