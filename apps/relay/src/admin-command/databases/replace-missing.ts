import { join } from 'node:path'
import { RelayDatabase } from '../../database/relay-database.ts'
import type { Command } from '../command.ts'

const lost = {
  'admin.db': 'Accounts, settings, blocks and the ledger of payments are lost: start the relay and claim it again.',
  'relay.db':
    'The list of files is lost. The next start deletes up to 200 files that are not in the list: copy media/ first.',
} as const

/** Begins again with empty databases, where they are gone and no backup exists. */
export const replaceMissing: Command = {
  name: 'replace-missing',
  takes: '',
  summary: 'creates empty databases where they are missing and there is no backup',
  wordsMax: 0,
  createsDatabase: true,
  async run({ dataDir, missing = [], say }) {
    if (missing.includes('relay.db')) await (await RelayDatabase.open(join(dataDir, 'relay.db'))).close()
    for (const [name, what] of Object.entries(lost))
      if (missing.includes(name)) say(`${name} is there again, and empty. ${what}`)
    if (missing.length === 0) say('No database is missing.')
    return 0
  },
}
