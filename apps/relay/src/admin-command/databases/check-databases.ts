import { findDamaged } from '../../database/integrity.ts'
import { eventChecks } from '../../events/data-files.ts'
import type { Command } from '../command.ts'

export const checkDatabases: Command = {
  name: 'check-databases',
  takes: '',
  summary: 'checks the database files for damage',
  wordsMax: 0,
  async run({ dataDir, accountsDatabase, say }) {
    const damaged = await findDamaged(dataDir, eventChecks)
    if (accountsDatabase !== undefined) say('The accounts are in PostgreSQL, which is not checked.')
    if (damaged.length === 0) say('The databases are intact.')
    else say(`Damaged: ${damaged.join(', ')}. Stop the relay and restore the last backup.`)
    return damaged.length === 0 ? 0 : 1
  },
}
