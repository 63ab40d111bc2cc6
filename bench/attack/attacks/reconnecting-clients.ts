import { Asker } from '../../nostr/asker.ts'
import { author, authorCount } from '../../nostr/seeded-events.ts'
import type { Attack } from '../attack.ts'

const reconnecting = (count: number): Attack => ({
  name: `${count} reconnecting clients`,
  tries: `${count} honest clients come back within a second, each with one subscription to 200 authors, limit 1`,
  async run(stage) {
    const begun = performance.now()
    let served = 0
    const askers = await Promise.all(
      Array.from({ length: count }, async (_, client) => {
        const line = await stage.open(Math.floor(client / 10))
        if (!line) return null
        const asker = new Asker(line)
        const authors = Array.from({ length: 200 }, (_, at) => author((client * 31 + at * 17) % authorCount).pubkey)
        const answer = await asker.subscribe({ authors, limit: 1 })
        if (answer.end === 'EOSE') served += 1
        return asker
      }),
    )
    const seconds = (performance.now() - begun) / 1000
    for (const asker of askers) asker?.line.close()
    return { seen: `${served} served within ${seconds.toFixed(1)} s`, held: served === count && seconds <= 10 }
  },
})

/** All clients return at the same time after a restart. */
export const reconnecting500 = reconnecting(500)
export const reconnecting2000 = reconnecting(2000)
