import { randomUUID } from 'node:crypto'
import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { sellTo } from '../selling-relay.ts'
import { isTaken, openMany } from '../tactics.ts'

const victim = writer('recipient of gift wraps')
const wraps = 60
const heavy = 'x'.repeat(250_000)

/** Gift wraps (NIP-59) once used the storage that their recipient had paid. */
export const giftWraps: Attack = {
  name: 'gift wraps',
  tries: 'sends a subscriber 60 gift wraps of 250 KB by single-use keys, until 10 MB of paid storage are used',
  prepare: folder => sellTo(folder, victim.pubkey, { totalBytes: 10 * 1024 * 1024 }),
  async run(stage) {
    const [line] = await openMany(stage, 1, 1)
    if (!line) return { seen: 'refused' }
    let accepted = 0
    for (let sent = 0; sent < wraps && !stage.signal.aborted; sent++) {
      const wrap = { kind: 1059, tags: [['p', victim.pubkey]], content: heavy }
      if (await isTaken(line, writer(randomUUID()).write(wrap))) accepted += 1
    }
    const canWrite = await isTaken(line, victim.write({ content: heavy }))
    const seen = `${accepted} of ${wraps} wraps accepted; the subscriber ${canWrite ? 'can' : 'cannot'} write`
    return { seen, held: canWrite }
  },
}
