import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolder } from '@hornets/server/database/data-folder'
import { syncFolder } from '@hornets/server/disk/whole-file'
import { CommandError } from '../../accounts/by-command.ts'
import { copyFromServer } from '../../database/open-admin-database.ts'
import type { LoneCommand } from '../command.ts'

const unfinishedName = 'admin.db.new'

/** The way back from PostgreSQL. */
export const copyAccounts: LoneCommand = {
  name: 'copy-accounts',
  takes: '',
  summary: 'copies the accounts from PostgreSQL to a new admin.db, with which a relay starts without that database',
  wordsMax: 0,
  async runAlone({ dataDir, accountsDatabase, say }) {
    if (accountsDatabase === undefined)
      throw new CommandError('Set ACCOUNTS_DATABASE_URL: the accounts are copied from there.')
    const path = join(dataDir, 'admin.db')
    const unfinished = join(dataDir, unfinishedName)
    const lock = await DataFolder.open(dataDir, 'relay').catch((error: Error) => {
      throw new CommandError(error.message)
    })
    try {
      if (existsSync(path)) throw new Error(`${path} exists already`)
      await rm(unfinished, { force: true })
      await copyFromServer(accountsDatabase, unfinished)
      await rename(unfinished, path)
      await syncFolder(dataDir)
    } catch (error) {
      throw new CommandError(`Nothing was copied: ${(error as Error).message}`)
    } finally {
      lock.close()
    }
    say(`The accounts are in ${path}: counts and contents are those of the database, which is unchanged.`)
    say('Unset ACCOUNTS_DATABASE_URL before you start the relay.')
    return 0
  },
}
