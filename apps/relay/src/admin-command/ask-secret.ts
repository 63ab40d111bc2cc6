import { askSecret as ask } from '@hornets/server/process/ask-secret'
import { CommandError } from '../accounts/by-command.ts'

/** Asks at the terminal without echo. Throws CommandError on Ctrl-C or Ctrl-D. */
export async function askSecret(question: string): Promise<string> {
  const typed = await ask(question)
  if (typed === null) throw new CommandError('Nothing was changed.')
  return typed
}
