import type { Attack } from '../../attack.ts'
import { openMany } from '../../tactics.ts'

export const connectionFlood: Attack = {
  name: 'connection flood',
  tries: 'opens websockets from one address and from 20, a hundred at a time, keeps 2,000 and drops the others',
  async run(stage) {
    let opened = 0
    let tried = 0
    const kept = []
    while (!stage.signal.aborted) {
      const single = tried % 400 === 0
      const lines = await openMany(stage, 200, single ? 1 : 20)
      tried += 200
      opened += lines.length
      for (const line of lines) {
        if (kept.length < 2000) kept.push(line)
        else line.close()
      }
    }
    for (const line of kept) line.close()
    return { seen: `${opened} of ${tried} opened` }
  },
}
