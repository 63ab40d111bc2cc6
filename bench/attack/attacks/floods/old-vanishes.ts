import { writer } from '../../../nostr/signed-event.ts'
import type { Attack } from '../../attack.ts'
import { flood, openMany } from '../../tactics.ts'

const written = 4000

/** Each request once made the writer read everything that the key had written, although nothing was old enough. */
export const oldVanishes: Attack = {
  name: 'old requests to vanish',
  tries: 'stores 4,000 events by one key, then asks to forget (NIP-62) what it wrote up to 1970, again and again',
  async run(stage) {
    const [line] = await openMany(stage, 1, 1)
    if (!line) return { seen: 'refused' }
    const author = writer(`old vanishes ${Math.random()}`)
    let accepted = 0
    line.onMessage = payload => {
      if (payload.toString('latin1', 0, 4) === '["OK' && payload[73] === 116) accepted += 1
    }
    for (let at = 0; at < written; at++) line.send(`["EVENT",${author.write({ content: `${at} ${'x'.repeat(500)}` })}]`)
    while (accepted < written && !stage.signal.aborted) await new Promise(done => setTimeout(done, 20))
    const stored = accepted
    const tags = [['relay', 'ALL_RELAYS']]
    const sent = await flood(
      stage,
      [line],
      turn => `["EVENT",${author.write({ kind: 62, tags, created_at: 1 + turn })}]`,
    )
    return { seen: `${stored} stored, ${sent} requests, ${accepted - stored} accepted` }
  },
}
