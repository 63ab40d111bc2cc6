import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder } from '@hornets/server/database/data-folder'
import { CommandError } from '../accounts/by-command.ts'
import { type Survey, surveyFile } from '../transfers/import/survey-file.ts'
import { openTransfersByCommand } from '../transfers/open-by-command.ts'
import type { TransfersByCommand } from '../transfers/transfers-by-command.ts'
import type { Command, CommandParts } from './command.ts'
import { WrongWords } from './wrong-words.ts'

const lookMs = 1000
const usage = 'Usage: import <file of events (JSONL, gzipped or not), or wss://relay> [dry-run]'

/** Also for strfry: `strfry export > events.jsonl`. */
export const importEvents: Command = {
  name: 'import',
  takes: '<file | wss://relay> [dry-run]',
  summary:
    'stores the events of a file (JSONL, as strfry exports it) or of another relay; dry-run only looks at a file',
  wordsMax: 2,
  async run(parts, [source, how]) {
    const isRelay = /^wss?:\/\//.test(source ?? '')
    if (source === undefined || (how !== undefined && (how !== 'dry-run' || isRelay))) throw new WrongWords(usage)
    if (how) return tellSurvey(parts, await surveyFile(createReadStream(source)).catch(unreadable))
    const { dataDir, say } = parts
    await using opened = await openTransfersByCommand(parts)
    const { transfers } = opened
    const row = isRelay
      ? await transfers.copyFrom(source)
      : await transfers.import(createReadStream(source), basename(source)).catch(unreadable)
    if (!(await isStopped(dataDir))) return await follow(parts, transfers, row.id)
    say('The relay is stopped. It begins when it starts; the console shows the progress under Events.')
    return 0
  },
}

/** Prints its progress until it has ended; the relay goes on without this command. */
async function follow({ say }: CommandParts, transfers: TransfersByCommand, id: number): Promise<number> {
  say('Under way. This command can be ended; the console shows the progress under Events.')
  for (let told = ''; ; await pause(lookMs)) {
    const row = await transfers.find(id)
    if (!row) throw new CommandError('The relay has forgotten this import.')
    const share = row.total ? `${Math.floor((row.done / row.total) * 100)} %, ` : ''
    const line = `${share}${row.stored} new events`
    if (line !== told) say(line)
    told = line
    if (row.state === 'running') continue
    for (const { cause, count, examples } of row.leftOut) {
      say(`left out, ${cause}: ${count}`)
      for (const { line: at, text } of examples) say(`  ${at === null ? '' : `line ${at}: `}${plain(text)}`)
    }
    if (row.state === 'done') return 0
    throw new CommandError(row.error ?? 'It was stopped. Under Events it can be resumed.')
  }
}

function tellSurvey({ say }: CommandParts, { events, bytes, kinds, authors, oldest, newest, wrong }: Survey): number {
  say(`${events} events of ${authors} authors, ${bytes} bytes; signatures were not checked`)
  if (events > 0) say(`from ${day(oldest)} to ${day(newest)}`)
  for (const [kind, count] of kinds) say(`kind ${kind}: ${count}`)
  if (wrong > 0) say(`${wrong} lines are no events`)
  return 0
}

const day = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** What strangers wrote must not steer the terminal. */
const plain = (text: string) => text.replace(/\p{C}+/gu, ' ')

async function isStopped(dataDir: string): Promise<boolean> {
  try {
    const folder = await DataFolder.open(dataDir, 'relay')
    folder.close()
    return true
  } catch {
    return false
  }
}

function unreadable(error: unknown): never {
  throw new CommandError(error instanceof Error ? error.message : String(error))
}
