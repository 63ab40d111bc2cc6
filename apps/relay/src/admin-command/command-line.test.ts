import { expect, it } from 'vitest'
import type { Command } from './command.ts'
import { readCommandLine } from './command-line.ts'
import { maintenance } from './maintenance.ts'

const commands: readonly Command[] = [maintenance]
const read = (line: string) => readCommandLine(line.split(' '), commands)

it('a reason that speaks of help begins maintenance, and does not ask for help', () => {
  expect(read('maintenance on Call the help desk')).toMatchObject({
    command: maintenance,
    words: ['on', 'Call', 'the', 'help', 'desk'],
  })
})

it.each(['help maintenance', 'maintenance help', 'maintenance --help', 'maintenance on -h'])(
  '"%s" asks for help',
  line => {
    expect(read(line).help).toContain('npm run admin -- maintenance')
  },
)
