import { createInterface } from 'node:readline'
import { CommandError } from '../../accounts/by-command.ts'

/** Answers from a pipe, a line each, for scripts: nothing of them is shown. Throws CommandError at their end. */
export function askPiped(): (question: string) => Promise<string> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  return async question => {
    const { done, value } = await lines.next()
    if (done) throw new CommandError(`No answer to: ${question.trim()}`)
    return value
  }
}
