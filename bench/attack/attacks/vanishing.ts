import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { isTaken, readBack } from '../tactics.ts'

/** Tests a promise to forget (NIP-62): queries the vanished events and submits them again. */
export const vanishing: Attack = {
  name: 'vanishing',
  tries: 'asks the relay to forget a key (NIP-62), then reads what it wrote and hands it in again',
  async run(stage) {
    const line = await stage.open(0)
    if (!line) return { seen: 'refused' }
    const author = writer(`vanishing ${Math.random()}`)
    const earlier = Math.floor(Date.now() / 1000) - 100
    const note = author.write({ content: 'forget me', created_at: earlier })
    await isTaken(line, note)
    const taken = await isTaken(line, author.write({ kind: 62, tags: [['relay', 'ALL_RELAYS']] }))
    const { events } = await readBack(line, { ids: [note.slice(7, 71)] })
    await isTaken(line, note)
    const again = await readBack(line, { ids: [note.slice(7, 71)] })
    line.close()
    const gone = events.length === 0 && again.events.length === 0
    return {
      seen: `request ${taken ? 'accepted' : 'refused'}, note ${gone ? 'gone' : 'still there'}`,
      held: !taken || gone,
    }
  },
}
