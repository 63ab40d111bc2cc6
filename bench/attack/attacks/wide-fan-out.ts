import { setTimeout as delay } from 'node:timers/promises'
import { writer } from '../../nostr/signed-event.ts'
import type { Attack } from '../attack.ts'
import { openMany } from '../tactics.ts'

export const wideFanOut: Attack = {
  name: 'wide fan-out',
  tries: '100 connections with 60 subscriptions each to one author, who writes ten events of 50 KB a second',
  async run(stage) {
    const lines = await openMany(stage, 100, 10)
    const author = writer('wide fan-out')
    for (const line of lines)
      for (let number = 0; number < 60; number++)
        line.send(JSON.stringify(['REQ', `s${number}`, { authors: [author.pubkey], limit: 0 }]))
    const publisher = await stage.open(11)
    let sent = 0
    for (; publisher && !stage.signal.aborted; sent++) {
      publisher.send(`["EVENT",${author.write({ kind: 20_002, content: `${sent} ${'x'.repeat(50_000)}` })}]`)
      await delay(100)
    }
    return {
      seen: `${lines.length * 60} subscriptions, ${sent} events; ${lines.filter(line => line.closed).length} closed`,
    }
  },
}
