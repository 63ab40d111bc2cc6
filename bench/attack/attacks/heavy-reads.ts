import { setTimeout as delay } from 'node:timers/promises'
import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { isTaken, openMany, readBack } from '../tactics.ts'

const stored = 60
const rest = 20

export const heavyReads: Attack = {
  name: 'heavy reads',
  tries: 'stores 60 private messages of 450 KB in 25,000 values, then asks for their tag as a stranger',
  async run(stage) {
    const [line] = await openMany(stage, 1, 1)
    if (!line) return { seen: 'refused' }
    const values = Array.from({ length: 4990 }, () => ['x', ...Array<string>(4).fill('y'.repeat(14))])
    let accepted = 0
    for (let at = 0; at < stored && !stage.signal.aborted; at++) {
      const tags = [['t', 'heavy'], ...values]
      if (await isTaken(line, writer('heavy reads').write({ kind: 4, tags, content: `${at}` }))) accepted += 1
    }
    let asked = 0
    while (!stage.signal.aborted && !line.closed) {
      await readBack(line, { '#t': ['heavy'], limit: 1 + (asked % 100) })
      asked += 1
      await delay(rest)
    }
    return { seen: `${accepted} events stored, ${asked} queries answered` }
  },
}
