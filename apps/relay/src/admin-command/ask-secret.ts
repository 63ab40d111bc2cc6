import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { CommandError } from '../accounts/by-command.ts'

/** Asks at the terminal; what is typed is not shown. Throws CommandError when it is left by Ctrl-C or Ctrl-D. */
export async function askSecret(question: string): Promise<string> {
  process.stdout.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw new CommandError('Nothing has been changed.')
    throw error
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}
