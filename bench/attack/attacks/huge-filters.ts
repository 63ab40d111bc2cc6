import { randomBytes } from 'node:crypto'
import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

const keys = Array.from({ length: 6000 }, () => randomBytes(32).toString('hex'))

export const hugeFilters: Attack = {
  name: 'huge filters',
  tries: '20 connections ask with 16 filters of 300 authors, 40 kinds and 10 tags, one REQ after the other',
  async run(stage) {
    const lines = await openMany(stage, 20, 4)
    const kinds = Array.from({ length: 40 }, (_, kind) => kind)
    const sent = await flood(stage, lines, (turn, line) => {
      const filters = Array.from({ length: 16 }, (_, number) => ({
        authors: keys.slice((turn * 7 + line + number * 300) % 5700).slice(0, 300),
        kinds,
        '#t': ['relay', 'note', 'bitcoin', 'river', 'lantern', 'x', 'y', 'z', 'v', 'w'],
        limit: 1000,
      }))
      return JSON.stringify(['REQ', `s${turn % 4}`, ...filters])
    })
    return { seen: `${sent} REQs, ${lines.filter(line => line.closed).length} connections closed` }
  },
}
