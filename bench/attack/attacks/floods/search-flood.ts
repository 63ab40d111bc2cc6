import type { Attack } from '../../attack.ts'
import { flood, openMany } from '../../tactics.ts'

export const searchFlood: Attack = {
  name: 'search flood',
  tries: '20 connections search for the words that nearly every event has',
  async run(stage) {
    const lines = await openMany(stage, 20, 2)
    let answers = 0
    for (const line of lines)
      line.onMessage = payload => {
        if (payload.toString('latin1', 0, 4) === '["EO') answers += 1
      }
    await flood(stage, lines, turn =>
      JSON.stringify([
        'REQ',
        `s${turn % 30}`,
        { search: `relay note bitcoin river lantern evening copper ${turn % 10}`, limit: 100 },
      ]),
    )
    return { seen: `${answers} answers` }
  },
}
