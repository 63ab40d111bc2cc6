import { CommandError } from '../accounts/by-command.ts'
import { readConfig } from '../config.ts'

/** Throws CommandError about the environment. */
export function readCommandConfig() {
  try {
    return readConfig(process.env)
  } catch (error) {
    throw new CommandError((error as Error).message)
  }
}
