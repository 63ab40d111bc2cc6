import { text } from 'node:stream/consumers'
import { DataFolder } from '@hornets/server/database/data-folder'
import { CommandError } from '../../accounts/by-command.ts'
import { isPostgresAddress } from '../../config.ts'
import type { Choice } from '../../event-engine/engine-choice.ts'
import { moveToEngine, shownPlace } from '../../event-engine/move-engine.ts'
import { moveRows } from '../../event-engine/move-rows.ts'
import { type Choices, openChoices } from '../../event-engine/open-by-command.ts'
import { openEngines, reasonOf } from '../../event-engine/open-engines.ts'
import type { RowTable } from '../../events/engines/engine-rows.ts'
import type { Command, CommandParts } from '../command.ts'
import { WrongWords } from '../wrong-words.ts'

const engines = ['postgres', 'embedded'] as const
const reportEveryMs = 5000

/** Copies while the relay runs; without it, copies the rest, compares, and notes where the next start finds the events. */
export const moveEvents: Command = {
  name: 'move-events',
  takes: 'postgres | embedded',
  summary: 'moves the events between the data folder and PostgreSQL: first while the relay runs, then without it',
  wordsMax: 1,
  async run(parts, [word]) {
    const engine = engines.find(one => one === word)
    if (!engine) throw new WrongWords('Usage: move-events postgres | embedded')
    const choices = await openChoices(parts.database, parts.dataDir)
    const choice = await choices.findOrBegin(engine === 'embedded' ? parts.eventsDatabase : undefined, Date.now())
    if (choice.engine === engine) {
      parts.say(`The events are there already: ${shownPlace(choice)}.`)
      return 0
    }
    const address = parts.eventsDatabase ?? (engine === 'embedded' ? choice.address : await askAddress(parts))
    const next: Choice = { engine, address: engine === 'embedded' ? null : address, owner: choice.owner }
    const folder = await lockUnlessRunning(parts.dataDir)
    try {
      await move(parts, { choices, choice, next, address: address ?? '', isRunning: folder === null })
    } catch (error) {
      throw new CommandError(`${reasonOf(error)}. The events stay where they are. Run the command again to continue.`)
    } finally {
      folder?.close()
    }
    return 0
  },
}

async function askAddress({ askSecret }: CommandParts): Promise<string> {
  const question = 'Address of the database (postgres://user:password@host:5432/database): '
  const given = (askSecret ? await askSecret(question) : await text(process.stdin)).trim()
  if (!isPostgresAddress(given)) throw new CommandError('That is no address of a PostgreSQL database.')
  return given
}

/** Null: a relay runs on the folder. */
async function lockUnlessRunning(dataDir: string): Promise<DataFolder | null> {
  return DataFolder.open(dataDir, 'relay').catch((error: Error) => {
    if (error.message.startsWith('Another relay')) return null
    throw new CommandError(error.message)
  })
}

interface Move {
  readonly choices: Choices
  readonly choice: Choice
  readonly next: Choice
  /** Of the database, to or from which they move. */
  readonly address: string
  readonly isRunning: boolean
}

async function move(parts: CommandParts, { choices, choice, next, address, isRunning }: Move): Promise<void> {
  const { dataDir, say, database, audit } = parts
  const onProgress = progressTo(say)
  if (isRunning) {
    await using engines = await openEngines({ dataDir, address, owner: choice.owner, to: next.engine, isRunning })
    await moveRows({ ...engines, onProgress })
    say('Copied, while the relay runs on. Now stop it, run this again for the rest, and start it.')
    return
  }
  const kept = { database, audit, choices, choice, next }
  const { events } = await moveToEngine({ ...kept, dataDir, address, now: Date.now, onProgress })
  say(`${events} events are in ${shownPlace(next)}: counts and hashes are those of before.`)
  say(`What was in ${shownPlace(choice)} is untouched; delete it when you no longer need it.`)
  if (next.engine === 'embedded' && parts.eventsDatabase !== undefined)
    say('Unset EVENTS_DATABASE_URL before you start the relay.')
}

function progressTo(say: (line: string) => void): (table: RowTable, rows: number) => void {
  let reportedAt = performance.now()
  return (table, rows) => {
    if (performance.now() - reportedAt < reportEveryMs) return
    reportedAt = performance.now()
    say(`${table}: ${rows}`)
  }
}
