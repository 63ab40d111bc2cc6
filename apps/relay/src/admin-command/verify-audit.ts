import { AuditReader } from '../audit/audit-reader.ts'
import type { Command } from './command.ts'
import { WrongWords } from './wrong-words.ts'

export const verifyAudit: Command = {
  name: 'verify-audit',
  takes: '[hash]',
  summary: 'checks the audit log for changes; an earlier hash also shows whether its end was cut off',
  wordsMax: 1,
  async run({ database, say }, [noted]) {
    if (noted !== undefined && !/^[0-9a-f]{64}$/.test(noted))
      throw new WrongWords(
        'A hash has 64 characters from 0 to 9 and a to f, as this command and the audit page show it.',
      )
    const reader = new AuditReader(database.reads, async () => new Map())
    const { whole, entries, firstBroken, head, headFound } = await reader.verify(noted)
    if (firstBroken !== null)
      say(`Entry ${firstBroken} does not match the one before it: someone has tampered with the log.`)
    else say(`${entries} entries, all unchanged.`)
    if (headFound === false) say('This hash is not in the log: the log was truncated or rewritten.')
    if (head) say(`Newest hash (note it elsewhere): ${head}`)
    return whole ? 0 : 1
  },
}
