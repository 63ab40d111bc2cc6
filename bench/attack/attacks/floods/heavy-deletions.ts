import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { flood, isTaken, openMany } from '../../tactics.ts'

/** Each name once made the writer read and parse the named event again, inside one transaction. */
export const heavyDeletions: Attack = {
  name: 'heavy deletions',
  tries: 'four connections send deletions (NIP-09) that name one stored event of 450 KB 5,000 times, by another key',
  async run(stage) {
    const lines = await openMany(stage, 4, 4)
    const [first] = lines
    if (!first) return { seen: 'refused' }
    const tags = Array.from({ length: 100 }, () => Array.from({ length: 1500 }, () => ''))
    const wide = writer('heavy target').write({ tags })
    const isWideTaken = await isTaken(first, wide)
    const target = isWideTaken ? wide : writer('heavy target').write({ content: 'x'.repeat(250_000) })
    if (!isWideTaken) await isTaken(first, target)
    const author = writer('heavy deletions')
    const names = Array.from({ length: 4999 }, () => ['e', target.slice(7, 71)])
    const sent = await flood(
      stage,
      lines,
      (turn, line) => `["EVENT",${author.write({ kind: 5, tags: names, content: `${line} ${turn}` })}]`,
    )
    return { seen: `${sent} deletions; event of 150,000 strings ${isWideTaken ? 'accepted' : 'refused'}` }
  },
}
