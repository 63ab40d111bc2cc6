import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createLogger } from '@hornets/server/process/logger'
import { AccountsByCommand, CommandError } from '../accounts/by-command.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { assertNoneMissing, missingDatabases } from '../database/missing-databases.ts'
import { openBesideRelay } from '../database/open-admin-database.ts'
import { ProxyByCommand } from '../settings/proxy-by-command.ts'
import { askSecret } from './ask-secret.ts'
import { backup } from './backup.ts'
import type { AnyCommand } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { readCommandConfig } from './config.ts'
import { consoleOn } from './console-on.ts'
import { checkDatabases } from './databases/check-databases.ts'
import { copyAccounts } from './databases/copy-accounts.ts'
import { moveEvents } from './databases/move-events.ts'
import { replaceMissing } from './databases/replace-missing.ts'
import { importEvents } from './importing/import.ts'
import { inviteOwner } from './invite-owner.ts'
import { list } from './list.ts'
import { maintenance } from './maintenance.ts'
import { resetPassword } from './reset-password.ts'
import { restore } from './restore.ts'
import { twoFactorOff } from './two-factor-off.ts'
import { verifyAudit } from './verify-audit.ts'
import { WrongWords } from './wrong-words.ts'

const commands: readonly AnyCommand[] = [
  list,
  resetPassword,
  twoFactorOff,
  inviteOwner,
  verifyAudit,
  checkDatabases,
  maintenance,
  consoleOn,
  backup,
  restore,
  replaceMissing,
  importEvents,
  moveEvents,
  copyAccounts,
]

const logger = createLogger({ name: 'admin', level: 'warn' })

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

const askHere = process.stdin.isTTY ? askSecret : undefined

async function run(command: AnyCommand, words: readonly string[]): Promise<number> {
  if ('runAlone' in command) {
    const { dataDir, accountsDatabase, socksProxy } = readCommandConfig()
    process.umask(0o077)
    return command.runAlone({ dataDir, accountsDatabase, socksProxy, say, askSecret: askHere }, words)
  }
  await using opened = await openDatabase(command.createsDatabase)
  const { database, ...given } = opened
  const socksProxy = opened.socksProxy ?? (await new ProxyByCommand(database, given.dataDir).find())
  const audit = new AuditLog(database, Date.now, logger)
  const accounts = new AccountsByCommand(database, audit)
  const parts = { ...given, socksProxy, database, audit, accounts, say, askSecret: askHere }
  return await command.run(parts, words)
}

/** Throws CommandError about the environment, the folder or its database. */
async function openDatabase(creates = false) {
  try {
    const { dataDir, consoleUrl, socksProxy, eventsDatabase, accountsDatabase } = readCommandConfig()
    const place = { dataDir, accountsDatabase }
    const missing = missingDatabases(place)
    if (!creates) assertNoneMissing(place)
    const isThere = accountsDatabase !== undefined || existsSync(join(dataDir, 'admin.db'))
    if (!isThere && missing.length === 0) throw new Error(`There is no relay in ${dataDir}. Check DATA_DIR.`)
    process.umask(0o077)
    const database = await openBesideRelay(place, logger)
    const close = () => database.close()
    return { ...place, socksProxy, missing, consoleUrl, eventsDatabase, database, [Symbol.asyncDispose]: close }
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error))
  }
}

/** 0: done; 1: failed, or the log is damaged; 2: wrong usage. */
export async function runAdmin(words: readonly string[]): Promise<number> {
  try {
    const asked = readCommandLine(words, commands)
    if (asked.help === undefined) return await run(asked.command, asked.words)
    say(asked.help)
    return 0
  } catch (error) {
    if (error instanceof WrongWords) {
      complain(error.message)
      complain('\n`npm run admin -- --help` lists the commands.')
      return 2
    }
    complain(error instanceof CommandError ? error.message : inspect(error))
    return 1
  }
}
