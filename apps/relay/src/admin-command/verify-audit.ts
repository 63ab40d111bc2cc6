import { AuditReader } from '../audit/audit-reader.ts'
import type { Command } from './command.ts'
import { WrongWords } from './wrong-words.ts'

export const verifyAudit: Command = {
  name: 'verify-audit',
  takes: '[hash]',
  summary: 'is the audit log as it was written? A hash noted before shows whether its end was cut off',
  wordsMax: 1,
  async run({ database, say }, [noted]) {
    if (noted !== undefined && !/^[0-9a-f]{64}$/.test(noted))
      throw new WrongWords(
        'A hash has 64 characters from 0 to 9 and a to f, as this command and the audit page show it.',
      )
    const reader = new AuditReader(database.reads, async () => new Map())
    const { whole, entries, firstBroken, head, headFound } = await reader.verify(noted)
    if (firstBroken !== null)
      say(`Entry ${firstBroken} does not fit to the one before it: the log has been tampered with.`)
    else say(`${entries} entries, each as it was written.`)
    if (headFound === false)
      say('The hash that was noted does not stand in the log: its end was cut off, or all of it was written anew.')
    if (head) say(`Newest hash, worth noting elsewhere: ${head}`)
    return whole ? 0 : 1
  },
}
