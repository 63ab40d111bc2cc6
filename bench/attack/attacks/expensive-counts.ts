import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

export const expensiveCounts: Attack = {
  name: 'expensive counts',
  tries: '150 connections from one address count everything, in filters that no counter answers',
  async run(stage) {
    const lines = await openMany(stage, 150, 1)
    let answers = 0
    for (const line of lines)
      line.onMessage = payload => {
        if (payload.toString('latin1', 0, 4) === '["CO') answers += 1
      }
    await flood(stage, lines, (turn, line) =>
      JSON.stringify([
        'COUNT',
        `c${turn}`,
        { kinds: [1, 7, 6, 1984], since: 1_000_000 + turn * 200 + line, '#t': ['relay', 'note', 'bitcoin'] },
        { since: turn },
      ]),
    )
    return { seen: `${lines.length} connections, ${answers} answers` }
  },
}
