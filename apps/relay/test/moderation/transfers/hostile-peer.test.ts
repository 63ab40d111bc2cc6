import { setTimeout as pause } from 'node:timers/promises'
import type { NostrEvent } from '@hornets/contract'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { generateSecretKey } from 'nostr-tools'
import { afterEach, describe, expect, it } from 'vitest'
import type { WebSocket } from 'ws'
import { storedByPages } from '../../../src/moving/take/stored-by-pages.ts'
import { Peer, type PeerOptions } from '../../../src/transfers/copy/peer.ts'
import { openPageRelay } from './page-relay.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function connect(answer: (socket: WebSocket, id: unknown) => unknown, options: Partial<PeerOptions> = {}) {
  const relay = await openPageRelay({
    pageMax: 1,
    answer: (socket, [type, id]) => void (type === 'REQ' && answer(socket, id)),
  })
  const secretKey = generateSecretKey()
  const signal = new AbortController().signal
  const given = { wayOut: directWayOut, secretKey: () => secretKey, now: Date.now, signal, ...options }
  const peer = await Peer.connect({ url: relay.url, ...given })
  closing.push(() => peer.close(), relay.close)
  return { peer, relay }
}
const say = (socket: WebSocket, ...message: unknown[]) => socket.send(JSON.stringify(message))
/** Until the connection is closed. */
async function repeat(socket: WebSocket, everyMs: number, work: () => void) {
  while (socket.readyState === socket.OPEN) {
    work()
    await pause(everyMs)
  }
}

describe('a hostile relay', () => {
  it('keeps no question open by notices, nor by a trickle of events', async () => {
    const chatty = await connect(socket => repeat(socket, 20, () => say(socket, 'NOTICE', 'wait')), { silenceMs: 1000 })
    await expect(chatty.peer.stored({}, 10)).rejects.toThrow('The other relay says nothing any more')
    const slow = await connect((socket, id) => repeat(socket, 20, () => say(socket, 'EVENT', id, {})), {
      silenceMs: 5000,
      answerMs: 300,
    })
    await expect(slow.peer.stored({}, 10_000)).rejects.toThrow('The other relay does not follow the protocol')
  })

  it('is left when one answer has more than 64 MB', async () => {
    const filler = 'a'.repeat(1_900_000)
    const { peer } = await connect((socket, id) => repeat(socket, 1, () => say(socket, 'EVENT', id, { filler })))
    await expect(peer.stored({}, 10_000)).rejects.toThrow('The other relay does not follow the protocol')
  })

  it('gets at most ten signatures for its challenges', async () => {
    const { peer, relay } = await connect((socket, id) => {
      for (let at = 0; at < 50; at += 1) say(socket, 'AUTH', `${at}`)
      say(socket, 'EOSE', id)
    })
    expect(await peer.stored({}, 10)).toEqual([])
    await peer.stored({}, 10)
    expect(relay.asked.filter(([type]) => type === 'AUTH')).toHaveLength(10)
  })

  it('gets questions for older pages only, also when it repeats one', async () => {
    const event = { id: 'a', pubkey: 'b', kind: 888, created_at: 2_000_000_000, tags: [], content: '', sig: '' }
    const { peer, relay } = await connect((socket, id) => {
      say(socket, 'EVENT', id, event)
      say(socket, 'EOSE', id)
    })
    const found: NostrEvent[] = []
    for await (const page of storedByPages(peer, {}, 100)) found.push(...page)
    expect(found.map(({ id }) => id)).toEqual(['a'])
    expect(relay.asked.filter(([type]) => type === 'REQ')).toHaveLength(3)
  })
})
