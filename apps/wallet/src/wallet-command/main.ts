import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ApiError } from '@hornets/server/api-error'
import { askSecret } from '@hornets/server/process/ask-secret'
import { readConfig } from '../config.ts'
import { openRoster } from '../context/operator-parts.ts'
import { CommandError, runCommand } from './commands.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** 0: done; 1: failed. */
async function run(): Promise<number> {
  try {
    const { dataDir, operatorPubkey } = readConfig(process.env)
    const path = join(dataDir, 'wallet.db')
    if (!existsSync(path)) throw new CommandError(`There is no wallet in ${dataDir}. Check DATA_DIR.`)
    const { roster, hasPassword, close } = await openRoster(path, operatorPubkey)
    try {
      await runCommand(process.argv.slice(2), { roster, hasPassword, say, askSecret })
    } finally {
      close()
    }
    return 0
  } catch (error) {
    const isSaid = error instanceof CommandError || error instanceof ApiError
    process.stderr.write(`${isSaid ? error.message : inspect(error)}\n`)
    return 1
  }
}

process.exitCode = await run()
