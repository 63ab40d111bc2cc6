import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

/** Each tag is an index row. */
export const manyTags: Attack = {
  name: 'events of 5,000 tags',
  tries: 'four connections write events with 5,000 tags of their own each',
  async run(stage) {
    const lines = await openMany(stage, 4, 4)
    const author = writer('many tags')
    let accepted = 0
    for (const line of lines)
      line.onMessage = payload => {
        if (payload.toString('latin1', 0, 4) === '["OK' && payload[73] === 116) accepted += 1
      }
    const sent = await flood(stage, lines, (turn, line) => {
      const tags = Array.from({ length: 4999 }, (_, at) => ['t', `${line}-${turn}-${at}`])
      return `["EVENT",${author.write({ tags, content: `${line} ${turn}` })}]`
    })
    return { seen: `${sent} sent, ${accepted} accepted` }
  },
}
