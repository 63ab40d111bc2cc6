import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { CommandError } from '../../accounts/by-command.ts'
import { type Survey, surveyFile } from '../../transfers/import/survey-file.ts'
import { openTransfersByCommand } from '../../transfers/open-by-command.ts'
import type { Command, CommandParts } from '../command.ts'
import { WrongWords } from '../wrong-words.ts'
import { importHornets } from './import-hornets.ts'
import { tellProgress } from './tell-progress.ts'

const usage =
  'Usage: import <file of events (JSONL, gzipped or not), or wss://relay> [dry-run], or import hornets <https://old-console>'

export const importEvents: Command = {
  name: 'import',
  takes: '<file | wss://relay | hornets https://old-console> [dry-run | statistics file]',
  summary:
    'stores the events of a file (JSONL, as strfry exports it) or of another relay, or takes everything from another ' +
    'HORNETS server; dry-run only says what there is',
  wordsMax: 3,
  async run(parts, [source, how, ...more]) {
    if (source === 'hornets') return importHornets(parts, how === undefined ? [] : [how, ...more])
    if (more.length > 0) throw new WrongWords(usage)
    const isRelay = /^wss?:\/\//.test(source ?? '')
    if (source === undefined || (how !== undefined && (how !== 'dry-run' || isRelay))) throw new WrongWords(usage)
    if (how) return tellSurvey(parts, await surveyFile(createReadStream(source)).catch(unreadable))
    await using opened = await openTransfersByCommand(parts)
    const { transfers } = opened
    const row = isRelay
      ? await transfers.copyFrom(source)
      : await transfers.import(createReadStream(source), basename(source)).catch(unreadable)
    // Awaited: `opened` is closed when this returns.
    return await tellProgress(parts, transfers, row.id)
  },
}

function tellSurvey({ say }: CommandParts, { events, bytes, kinds, authors, oldest, newest, wrong }: Survey): number {
  say(`${events} events of ${authors} authors, ${bytes} bytes; signatures were not checked`)
  if (events > 0) say(`from ${day(oldest)} to ${day(newest)}`)
  for (const [kind, count] of kinds) say(`kind ${kind}: ${count}`)
  if (wrong > 0) say(`${wrong} lines are no events`)
  return 0
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

function unreadable(error: unknown): never {
  throw new CommandError(error instanceof Error ? error.message : String(error))
}
