import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

/** A forged signature costs its sender nothing and its reader a point multiplication. */
export const wrongSignatures: Attack = {
  name: 'wrong signatures',
  tries: '40 connections from 10 addresses send events whose id is right and whose signature is not',
  async run(stage) {
    const lines = await openMany(stage, 40, 10)
    const author = writer('wrong signatures')
    const base = Array.from({ length: 500 }, (_, number) =>
      author.write({ content: `wrong ${number} ${'x'.repeat(200)}` }),
    )
    // A valid signature with its last half changed: in range, on the curve, and wrong.
    const events = base.map(
      (json, number) => `["EVENT",${json.slice(0, -18)}${(0x1000000000000000n + BigInt(number)).toString(16)}"}]`,
    )
    let refused = 0
    let accepted = 0
    for (const line of lines)
      line.onMessage = payload => {
        if (payload.toString('latin1', 0, 4) !== '["OK') return
        if (payload[73] === 116) accepted += 1
        else refused += 1
      }
    const sent = await flood(stage, lines, (turn, line) => events[(turn + line * 13) % events.length] ?? '')
    return { seen: `${sent} sent, ${refused} refused`, held: accepted === 0 }
  },
}
