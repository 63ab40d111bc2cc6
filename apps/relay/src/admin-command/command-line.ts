import type { AnyCommand } from './command.ts'
import { WrongWords } from './wrong-words.ts'

export type Asked =
  | { readonly help: string }
  | { readonly command: AnyCommand; readonly words: readonly string[]; readonly help?: never }

const isHelpOption = (word: string) => word === '--help' || word === '-h'

/** Throws WrongWords. */
export function readCommandLine([name, ...words]: readonly string[], commands: readonly AnyCommand[]): Asked {
  const known = (wanted: string) => {
    const found = commands.find(one => one.name === wanted)
    if (!found) throw new WrongWords(`There is no command "${wanted}".`)
    return found
  }
  if (name === undefined || name === 'help' || isHelpOption(name))
    return { help: words[0] === undefined ? overview(commands) : usageOf(known(words[0])) }
  const command = known(name)
  // Among other words, "help" is an ordinary word: a reason can contain it.
  if (words.some(isHelpOption) || (words.length === 1 && words[0] === 'help')) return { help: usageOf(command) }
  const option = words.find(word => word.startsWith('-'))
  if (option !== undefined) throw new WrongWords(`There is no option "${option}".\n\n${usageOf(command)}`)
  if (words.length > command.wordsMax) throw new WrongWords(`Too many arguments.\n\n${usageOf(command)}`)
  return { command, words }
}

const usageOf = ({ name, takes, summary }: AnyCommand) => `npm run admin -- ${`${name} ${takes}`.trim()}\n  ${summary}`

function overview(commands: readonly AnyCommand[]): string {
  const calls = commands.map(({ name, takes }) => `${name} ${takes}`)
  const width = Math.max(...calls.map(call => call.length)) + 2
  const lines = commands.map(({ summary }, at) => `  ${calls[at]?.padEnd(width)}${summary}`)
  return [
    'npm run admin -- <command>',
    '',
    ...lines,
    '',
    'Run it on the server, whether the relay runs or not, with the relay’s DATA_DIR.',
  ].join('\n')
}
