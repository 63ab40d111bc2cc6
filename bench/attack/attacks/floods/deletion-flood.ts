import { randomBytes } from 'node:crypto'
import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { flood, openMany } from '../../tactics.ts'

export const deletionFlood: Attack = {
  name: 'deletion flood',
  tries: 'four connections send deletions (NIP-09) of 2,000 events and 1,000 addresses each',
  async run(stage) {
    const lines = await openMany(stage, 4, 4)
    const author = writer('deletion flood')
    const ids = Array.from({ length: 2000 }, () => ['e', randomBytes(32).toString('hex')])
    const sent = await flood(stage, lines, (turn, line) => {
      const addresses = Array.from({ length: 1000 }, (_, at) => ['a', `30023:${author.pubkey}:${line}-${turn}-${at}`])
      return `["EVENT",${author.write({ kind: 5, tags: [...ids, ...addresses], content: `${line} ${turn}` })}]`
    })
    return { seen: `${sent} deletions` }
  },
}
