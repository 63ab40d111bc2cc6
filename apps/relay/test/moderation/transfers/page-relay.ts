import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { NostrEvent } from '@hornets/contract'
import { type WebSocket, WebSocketServer } from 'ws'

export interface PageRelayOptions {
  /** Events of one answer, whatever is asked for. */
  readonly pageMax: number
  /** Asks for a sign-in before it answers (NIP-42). */
  readonly wantsSignIn?: boolean
  /** Replaces its answers. */
  readonly answer?: (socket: WebSocket, message: unknown[]) => void
}

/** A relay that knows NIP-01 and NIP-42 only, and gives small pages. */
export async function openPageRelay(options: PageRelayOptions) {
  const stored = new Map<string, NostrEvent>()
  const signedIn: NostrEvent[] = []
  const asked: unknown[][] = []
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(server, 'listening')
  server.on('connection', socket => {
    let isIn = !options.wantsSignIn
    const say = (...message: unknown[]) => socket.send(JSON.stringify(message))
    if (options.wantsSignIn) say('AUTH', 'a challenge')
    socket.on('message', data => {
      const message = JSON.parse(String(data)) as [string, ...unknown[]]
      asked.push(message)
      if (options.answer) return options.answer(socket, message)
      const [type, first, second] = message
      if (type === 'AUTH') {
        signedIn.push(first as NostrEvent)
        isIn = true
        say('OK', (first as NostrEvent).id, true, '')
      } else if (type === 'EVENT') {
        const event = first as NostrEvent
        say('OK', event.id, isIn, isIn ? '' : 'auth-required: sign in')
        if (isIn) stored.set(event.id, event)
      } else if (type === 'REQ' && !isIn) say('CLOSED', first, 'auth-required: sign in')
      else if (type === 'REQ') {
        for (const event of pageOf(stored, second as { until?: number })) say('EVENT', first, event)
        say('EOSE', first)
      } else if (type !== 'CLOSE') say('NOTICE', 'unknown message')
    })
  })
  function pageOf(events: ReadonlyMap<string, NostrEvent>, { until = Number.POSITIVE_INFINITY }): NostrEvent[] {
    const found = [...events.values()].filter(({ created_at }) => created_at <= until)
    found.sort((one, other) => other.created_at - one.created_at || (one.id < other.id ? -1 : 1))
    return found.slice(0, options.pageMax)
  }
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stored,
    signedIn,
    asked,
    put: (events: readonly NostrEvent[]) => {
      for (const event of events) stored.set(event.id, event)
    },
    async close() {
      for (const socket of server.clients) socket.terminate()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
