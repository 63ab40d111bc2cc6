import { setTimeout as pause } from 'node:timers/promises'
import { DataFolder } from '@hornets/server/database/data-folder'
import { CommandError } from '../../accounts/by-command.ts'
import type { TransfersByCommand } from '../../transfers/transfers-by-command.ts'
import type { CommandParts } from '../command.ts'

type Progress = NonNullable<Awaited<ReturnType<TransfersByCommand['find']>>>

const lookMs = 1000

/** Prints an import's progress until it has ended; the relay continues without this command. */
export async function tellProgress(parts: CommandParts, transfers: TransfersByCommand, id: number): Promise<number> {
  const { say } = parts
  if (await isStopped(parts.dataDir)) {
    say('The relay is stopped. It begins when it starts; the console shows the progress under Events.')
    return 0
  }
  say('Under way. This command can be ended; the console shows the progress under Events.')
  for (let last = ''; ; await pause(lookMs)) {
    const row = await transfers.find(id)
    if (!row) throw new CommandError('The relay has forgotten this import.')
    const line = lineOf(row)
    if (line !== last) say(line)
    last = line
    if (row.state === 'running') continue
    tellLeftOut(say, row)
    if (row.state === 'done') return 0
    throw new CommandError(row.error ?? 'It was stopped. Under Events it can be resumed.')
  }
}

function lineOf({ total, done, stored, things }: Progress): string {
  const share = total ? `${Math.floor((done / total) * 100)} %, ` : ''
  const moving = things?.find(({ state }) => state === 'running')
  return `${moving ? `${moving.thing}: ${moving.taken} taken, ` : ''}${share}${stored} new events`
}

function tellLeftOut(say: CommandParts['say'], { things, leftOut }: Progress): void {
  for (const { thing, taken, already, left_out } of things ?? []) {
    say(`${thing}: ${taken} taken, ${already} were here`)
    for (const { cause, count, examples } of left_out) {
      say(`  not taken, ${cause}: ${count}`)
      for (const text of examples) say(`    ${plain(text)}`)
    }
  }
  for (const { cause, count, examples } of leftOut) {
    say(`left out, ${cause}: ${count}`)
    for (const { line: at, text } of examples) say(`  ${at === null ? '' : `line ${at}: `}${plain(text)}`)
  }
}

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
