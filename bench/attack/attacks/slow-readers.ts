import type { Attack } from '../attack.ts'
import { openMany, untilTheEnd } from '../tactics.ts'

/** The relay must buffer what no one reads. */
export const slowReaders: Attack = {
  name: 'slow readers',
  tries: '150 connections ask for everything, many times over, and read nothing of it',
  async run(stage) {
    const lines = await openMany(stage, 150, 5)
    for (const line of lines) {
      line.socket.pause()
      for (let number = 0; number < 60; number++)
        line.send(JSON.stringify(['REQ', `s${number}`, { limit: 1000, until: 1_795_000_000 - number * 500 }]))
    }
    await untilTheEnd(stage)
    for (const line of lines) line.socket.resume()
    return { seen: `${lines.length} connections` }
  },
}
