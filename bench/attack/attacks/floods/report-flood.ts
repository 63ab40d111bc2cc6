import { hash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { flood, openMany } from '../../tactics.ts'

const things = 20
const text = 'a reason that is written at great length '.repeat(290)
const timesAllowed = 3
const mbAllowed = 4

let mbBefore = 0

/** A report's text was once stored for each thing that it names. */
export const reportFlood: Attack = {
  name: 'report flood',
  tries: 'reports 20 events at a time with 12 KB of text (NIP-56), by a new key every 50 reports',
  async prepare(folder) {
    mbBefore = await adminMb(folder)
    return async () => {}
  },
  async run(stage) {
    const lines = await openMany(stage, 2, 2)
    const sent = await flood(stage, lines, (turn, line) => {
      const author = writer(`report flood ${line} ${Math.floor(turn / 50)}`)
      const named = Array.from({ length: things }, (_, at) => ['e', hash('sha256', `${line} ${turn} ${at}`), 'spam'])
      const tags = [...named, ['p', hash('sha256', `reported ${turn}`)]]
      return `["EVENT",${author.write({ kind: 1984, tags, content: `${turn} ${text}` })}]`
    })
    return { seen: `${sent} reports sent` }
  },
  async inspect(folder, megabytes) {
    const grown = (await adminMb(folder)) - mbBefore
    const held = grown <= Math.max(mbAllowed, timesAllowed * megabytes)
    return { seen: `admin.db grew by ${grown.toFixed(1)} MB`, held }
  },
}

async function adminMb(folder: string): Promise<number> {
  const names = (await readdir(folder)).filter(name => name.startsWith('admin.db'))
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1e6
}
