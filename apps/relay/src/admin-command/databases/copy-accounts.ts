import { join } from 'node:path'
import { DataFolder } from '@hornets/server/database/data-folder'
import { CommandError } from '../../accounts/by-command.ts'
import { copyBackFromServer } from '../../database/open-admin-database.ts'
import type { LoneCommand } from '../command.ts'

/** The way back from PostgreSQL. */
export const copyAccounts: LoneCommand = {
  name: 'copy-accounts',
  takes: '',
  summary: 'copies the accounts from PostgreSQL to a new admin.db, with which a relay starts without that database',
  wordsMax: 0,
  async runAlone({ dataDir, accountsDatabase, say }) {
    if (accountsDatabase === undefined)
      throw new CommandError('Set ACCOUNTS_DATABASE_URL: the accounts are copied from there.')
    const lock = await DataFolder.open(dataDir, 'relay').catch((error: Error) => {
      throw new CommandError(error.message)
    })
    try {
      await copyBackFromServer(accountsDatabase, dataDir)
    } catch (error) {
      throw new CommandError(`Nothing was copied: ${(error as Error).message}`)
    } finally {
      lock.close()
    }
    say(
      `The accounts are in ${join(dataDir, 'admin.db')}: counts and contents are those of the database, which is unchanged.`,
    )
    say('Unset ACCOUNTS_DATABASE_URL before you start the relay.')
    return 0
  },
}
