import type { Attack } from '../attack.ts'
import { flood, openMany } from '../tactics.ts'

const size = 500_000
const kinds = [
  `["EVENT",${'['.repeat(size / 2)}${']'.repeat(size / 2)}]`,
  `["REQ","s",{"#e":[${Array.from({ length: 100_000 }, () => '1').join(',')}]}]`,
  `["EVENT",{"id":"${'f'.repeat(size)}"`,
  `["REQ","s"${',{}'.repeat(150_000)}]`,
  `{"a":${'{"a":'.repeat(80_000)}1${'}'.repeat(80_000)}}`,
]

export const garbage: Attack = {
  name: 'garbage',
  tries: '20 connections send messages of 500 KB: nested, broken, repeated',
  async run(stage) {
    const lines = await openMany(stage, 20, 4)
    const sent = await flood(stage, lines, (turn, line) => kinds[(turn + line) % kinds.length] ?? '')
    return { seen: `${sent} messages, ${lines.filter(line => line.closed).length} connections closed` }
  },
}
