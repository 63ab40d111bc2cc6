import type { NostrEvent } from '@hornets/contract'
import { fileMessages } from '@hornets/contract/admin/files/file-messages'
import { hashListKind } from '@hornets/contract/admin/files/hash-lists'
import { ApiError } from '@hornets/server/api-error'
import type { WayOut } from '@hornets/server/outgoing/way-out'
import { WebSocket } from 'ws'
import { readMessage } from '../../../profiles/read-message.ts'

const usualMs = 15_000
const eventsMax = 300
const messageBytesMax = 512 * 1024

/** The parts of a list that a relay has of this key, unverified. Throws ApiError('bad_gateway'). */
export async function fetchList(
  { relay, pubkey }: { readonly relay: string; readonly pubkey: string },
  { wayOut, limitMs = usualMs }: { readonly wayOut: Pick<WayOut, 'agentFor'>; readonly limitMs?: number },
): Promise<NostrEvent[]> {
  const unreachable = (cause?: unknown) => new ApiError('bad_gateway', fileMessages.listUnreachable, { cause })
  const url = new URL(relay)
  const agent = wayOut.agentFor(new URL(url.href.replace(/^ws/, 'http')))
  const socket = new WebSocket(url, { agent, handshakeTimeout: limitMs, maxPayload: messageBytesMax })
  const events: NostrEvent[] = []
  const whole = new Promise<void>((resolve, reject) => {
    socket.on('open', () => socket.send(JSON.stringify(['REQ', 'list', { kinds: [hashListKind], authors: [pubkey] }])))
    socket.on('error', cause => reject(unreachable(cause)))
    socket.on('close', () => reject(unreachable()))
    socket.on('message', data => {
      const [type, , event] = readMessage(String(data))
      if (type === 'EVENT' && events.length < eventsMax) events.push(event as NostrEvent)
      if (type === 'EOSE') resolve()
      if (type === 'CLOSED') reject(unreachable())
    })
    setTimeout(() => reject(unreachable()), limitMs).unref()
  })
  try {
    await whole
    return events
  } finally {
    socket.terminate()
  }
}
