import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFiles, findDamaged } from '../database/integrity.ts'
import type { Command } from './command.ts'

export const checkDatabases: Command = {
  name: 'check-databases',
  takes: '',
  summary: 'are the database files whole?',
  wordsMax: 0,
  async run({ dataDir, say }) {
    const paths = databaseFiles.map(name => join(dataDir, name)).filter(path => existsSync(path))
    const damaged = await findDamaged(paths)
    if (damaged.length === 0) say('The databases are whole.')
    else say(`Damaged: ${damaged.join(', ')}. Stop the relay and restore the last backup.`)
    return damaged.length === 0 ? 0 : 1
  },
}
