import type { NostrEvent } from '@hornets/contract'
import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { directWayOut } from '@hornets/server/outgoing/way-out'
import { type EventTemplate, finalizeEvent, generateSecretKey, getPublicKey, verifyEvent } from 'nostr-tools/pure'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import type { EventStore } from '../events/event-store.ts'
import { askRelay } from './ask-relay.ts'
import { ProfileReader } from './profile-reader.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const secret = generateSecretKey()
const alice = getPublicKey(secret)
const sign = (draft: Partial<EventTemplate>, by = secret): NostrEvent =>
  finalizeEvent({ kind: 0, tags: [], content: '', created_at: 1000, ...draft }, by)
const named = (name: string, created_at = 1000, by = secret) =>
  sign({ content: JSON.stringify({ name }), created_at }, by)

async function openRelay(answer: (socket: WebSocket, id: string) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  const asked: unknown[] = []
  server.on('connection', socket =>
    socket.on('message', data => {
      const [, id, filter] = JSON.parse(String(data))
      asked.push(filter)
      answer(socket, id)
    }),
  )
  await new Promise(done => server.once('listening', done))
  closing.push(() => {
    for (const client of server.clients) client.terminate()
    return new Promise(done => server.close(done))
  })
  return { asked, url: `ws://127.0.0.1:${(server.address() as { port: number }).port}` }
}
const giving = (event: unknown) => (socket: WebSocket, id: string) => {
  if (event) socket.send(JSON.stringify(['EVENT', id, event]))
  socket.send(JSON.stringify(['EOSE', id]))
}

function openReader(
  relays: readonly (readonly string[])[],
  { isOn = true, allows = (_: string): boolean => true } = {},
) {
  const stored = [sign({ kind: 10_002, tags: relays.map(relay => ['r', ...relay]) })]
  const query = async function* ([filter]: readonly { kinds?: readonly number[] }[]) {
    const found = stored.filter(({ kind }) => filter?.kinds?.includes(kind))
    if (found.length > 0) yield { texts: () => found.map(event => JSON.stringify(event)) }
  }
  const clock = { now: 0 }
  const requests = new GuardedRequests({ wayOut: directWayOut, allows })
  const reader = new ProfileReader({
    events: { query } as unknown as Pick<EventStore, 'query'>,
    ask: (address, filter, signal) => askRelay(requests, { address, filter, signal }),
    isOn: () => isOn,
    isGenuine: event => verifyEvent(event),
    now: () => clock.now,
  })
  closing.push(() => reader.close())
  return { clock, stored, nameOf: async () => (await reader.read([alice], 3000)).get(alice)?.name }
}

describe("profiles from people's own relays", () => {
  it('asks no relay while it is off, nor where the profile is stored here', async () => {
    const relay = await openRelay(giving(named('Alice')))
    expect(await openReader([[relay.url]], { isOn: false }).nameOf()).toBeUndefined()
    const { stored, nameOf } = openReader([[relay.url]])
    stored.push(named('Alice, stored'))
    expect(await nameOf()).toBe('Alice, stored')
    expect(relay.asked).toEqual([])
  })

  it('takes the newest of three relays that the person writes to, and asks again after a day', async () => {
    const [old, late, reading, fourth] = await Promise.all([
      openRelay(giving(named('Old', 1))),
      openRelay(giving(named('New', 2))),
      openRelay(giving(named('Read'))),
      openRelay(giving(named('Fourth', 9))),
    ])
    const silent = 'ws://127.0.0.1:1'
    const { clock, nameOf } = openReader([
      [reading.url, 'read'],
      [old.url, 'write'],
      [late.url],
      [silent],
      [fourth.url],
    ])
    expect([await nameOf(), await nameOf()]).toEqual(['New', 'New'])
    expect(old.asked).toEqual([{ kinds: [0], authors: [alice], limit: 1 }])
    expect([reading.asked, fourth.asked]).toEqual([[], []])
    clock.now += 24 * 3_600_000 + 1
    await nameOf()
    expect(old.asked).toHaveLength(2)
  })

  it('shows nothing of another key, of another kind, without its signature, or too long', async () => {
    const wrong = [
      named('Mallory', 1000, generateSecretKey()),
      sign({ kind: 1, content: '{"name":"Mallory"}' }),
      { ...named('Alice'), content: '{"name":"Mallory"}' },
      named('x'.repeat(200_000)),
      { pubkey: alice, kind: 0, created_at: 1, content: '{"name":"Mallory"}' },
      'no event',
    ]
    for (const event of wrong)
      expect(await openReader([[(await openRelay(giving(event))).url]]).nameOf()).toBeUndefined()
  })

  it('connects to no address inside, and asks an hour later again', async () => {
    const relay = await openRelay(giving(named('Alice')))
    let isInside = true
    const { clock, nameOf } = openReader([[relay.url]], { allows: () => !isInside })
    expect(await nameOf()).toBeUndefined()
    isInside = false
    expect(await nameOf()).toBeUndefined()
    expect(relay.asked).toEqual([])
    clock.now += 3_600_001
    expect(await nameOf()).toBe('Alice')
  })
})
