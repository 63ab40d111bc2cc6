import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { isTaken } from '../tactics.ts'

export const relayKinds: Attack = {
  name: "the relay's own kinds",
  tries: 'publishes what only the relay signs (411, 555, 888, 19841, 19843), and ephemeral events of an hour ago',
  async run(stage) {
    const line = await stage.open(0)
    if (!line) return { seen: 'refused', held: true }
    const author = writer('relay kinds')
    const taken: string[] = []
    for (const kind of [411, 555, 888, 19_841, 19_843])
      if (await isTaken(line, author.write({ kind, content: 'forged' }))) taken.push(String(kind))
    const old = Math.floor(Date.now() / 1000) - 3600
    if (await isTaken(line, author.write({ kind: 20_001, created_at: old }))) taken.push('ephemeral, an hour old')
    line.close()
    return { seen: taken.length > 0 ? `accepted: ${taken.join(', ')}` : 'all refused', held: taken.length === 0 }
  },
}
