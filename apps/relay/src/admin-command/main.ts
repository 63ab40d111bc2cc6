import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { createLogger } from '@hornets/server/logger'
import { AccountsByCommand, CommandError } from '../accounts/by-command.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { readConfig } from '../config.ts'
import { AdminDatabase } from '../database/admin-database.ts'
import { askSecret } from './ask-secret.ts'
import type { Command } from './command.ts'
import { list } from './list.ts'
import { resetPassword } from './reset-password.ts'
import { twoFactorOff } from './two-factor-off.ts'
import { verifyAudit } from './verify-audit.ts'

const commands: readonly Command[] = [list, resetPassword, twoFactorOff, verifyAudit]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const complain = (line: string) => void process.stderr.write(`${line}\n`)

function usage(): string {
  const lines = commands.map(({ name, takes, summary }) => `  ${`${name} ${takes}`.padEnd(26)}${summary}`)
  return ['npm run admin -- <command>', '', ...lines].join('\n')
}

/** Over the database of the data folder, which a running relay shares. */
async function run({ run: work }: Command, words: readonly string[]): Promise<number> {
  const { dataDir } = readConfig(process.env)
  const path = join(dataDir, 'admin.db')
  if (!existsSync(path))
    throw new CommandError(`There is no relay in ${dataDir}. Is DATA_DIR the one that it runs with?`)
  process.umask(0o077)
  const database = await AdminDatabase.open(path)
  try {
    const audit = new AuditLog(database, Date.now, createLogger({ name: 'admin', level: 'warn' }))
    const accounts = new AccountsByCommand(database, audit)
    return await work({ database, audit, accounts, say, askSecret: process.stdin.isTTY ? askSecret : undefined }, words)
  } finally {
    await database.close()
  }
}

const [name, ...words] = process.argv.slice(2)
const command = commands.find(one => one.name === name)
if (!command || words.length > command.wordsMax) {
  complain(usage())
  process.exitCode = name === undefined ? 0 : 2
} else {
  try {
    process.exitCode = await run(command, words)
  } catch (error) {
    complain(error instanceof CommandError ? error.message : inspect(error))
    process.exitCode = 1
  }
}
