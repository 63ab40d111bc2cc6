import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

export const diskFill: Attack = {
  name: 'disk fill',
  tries: 'one address writes events of 100 KB with ever new keys, as fast as it goes',
  async run(stage) {
    const lines = await openMany(stage, 4, 1)
    let bytes = 0
    let refusal = ''
    const filler = 'x'.repeat(100_000)
    for (const line of lines)
      line.onMessage = payload => {
        if (payload.toString('latin1', 0, 4) !== '["OK') return
        if (payload[73] === 116) bytes += filler.length
        else refusal = JSON.parse(payload.toString())[3]
      }
    await flood(stage, lines, (turn, line) => {
      const author = writer(`disk fill ${line} ${turn % 50}`)
      return `["EVENT",${author.write({ content: `${line} ${turn} ${filler}` })}]`
    })
    return { seen: `${Math.round(bytes / 1e6)} MB stored${refusal && `, then: ${refusal}`}` }
  },
}
