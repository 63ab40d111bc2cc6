import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { copyDataFolder } from '@hornets/server/database/copy-data-folder'
import { CommandError } from '../accounts/by-command.ts'
import { atTheServer } from '../audit/audit-log.ts'
import { backUpByCommand } from '../backup/backup-by-command.ts'
import { copyOrder, foreign, leftOut } from '../backup/work/data-places.ts'
import { accountsElsewhere } from '../database/open-admin-database.ts'
import { eventCopiers } from '../events/data-files.ts'
import type { Command, CommandParts } from './command.ts'
import { WrongWords } from './wrong-words.ts'

export const backup: Command = {
  name: 'backup',
  takes: '[folder]',
  summary: 'stores all data as planned in the console, or copies it to a new folder that the relay can start from',
  wordsMax: 1,
  async run(parts, [given]) {
    const { dataDir, say } = parts
    if (!given) return backUpAsPlanned(parts)
    const to = await placeFor(resolve(given), dataDir)
    const copied = await copyDataFolder({
      from: dataDir,
      to,
      without: await leftOut(dataDir),
      foreign,
      copiers: eventCopiers,
      elsewhere: accountsElsewhere(parts.accountsDatabase),
      order: copyOrder,
    }).catch(error => {
      throw new CommandError(`Backup failed; nothing was written: ${(error as Error).message}`)
    })
    say(`${copied.databases} databases and ${copied.files} other files are in ${to}`)
    await note(parts, to, copied)
    say('Keep them as safe as the relay: they include the keys to everything.')
    return 0
  },
}

async function backUpAsPlanned(parts: CommandParts): Promise<number> {
  const made = await backUpByCommand(parts)
  if (!made) throw new WrongWords('Usage: backup <new folder>. Without a folder, plan backups in the console first.')
  if (made.state !== 'done') throw new CommandError(`Backup failed; no backup was stored: ${made.error}`)
  parts.say(`Backup ${made.snapshot}: ${made.files} files, ${made.bytes} bytes`)
  return 0
}

/** The backup is valid even if this cannot be logged: a full disk is a reason to make one. */
async function note({ database, audit, say }: CommandParts, target: string, after: object): Promise<void> {
  const entry = { actor: atTheServer, action: serverActions.backup, target, after }
  await database
    .transact(tx => audit.recordChange(tx, entry))
    .catch((error: Error) => say(`Could not record it in the audit log: ${error.message}`))
}

async function placeFor(path: string, dataDir: string): Promise<string> {
  if (existsSync(path)) throw new CommandError(`${path} already exists. Choose a new folder.`)
  const parent = await realpath(dirname(path)).catch(() => {
    throw new CommandError(`There is no folder ${dirname(path)}.`)
  })
  const outward = relative(await realpath(dataDir), parent)
  if (!isAbsolute(outward) && outward.split(sep)[0] !== '..')
    throw new CommandError(`Do not back up into ${dataDir}. Choose a folder outside it.`)
  return join(parent, basename(path))
}
