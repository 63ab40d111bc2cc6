import { ConsoleByCommand, consoleTakenUpMs } from '../settings/console-by-command.ts'
import type { Command } from './command.ts'

const seconds = Math.ceil(consoleTakenUpMs / 1000) + 1

export const consoleOn: Command = {
  name: 'console-on',
  takes: '',
  summary: 'serves the console again after the setting general.web turned it off',
  wordsMax: 0,
  async run({ database, audit, say }) {
    const done = await new ConsoleByCommand(database, audit).switchOn()
    if (done)
      say(`The console is on. A running relay serves it within ${seconds} seconds; a stopped one will start with it.`)
    else say('The console was already on.')
    return 0
  },
}
