import type { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { type ClientOptions, WebSocket } from 'ws'
import { readMessage } from './read-message.ts'

const messageBytesMax = 128 * 1024
const connectMs = 4000
const answerMs = 6000

/**
 * The first event that a stranger's relay has for a filter, unchecked; undefined for none. Rejects if it does not
 * answer in time, says too much, or is inside our network.
 */
export async function askRelay(
  requests: Pick<GuardedRequests, 'wayTo'>,
  { address, filter, signal }: { readonly address: string; readonly filter: object; readonly signal: AbortSignal },
): Promise<unknown> {
  const url = new URL(address)
  const { hostname, ...way } = await requests.wayTo(new URL(url.href.replace(/^ws/, 'http')))
  const headers = { host: url.host }
  // Through a proxy, to the address that was checked.
  if (hostname) url.hostname = hostname
  signal.throwIfAborted()
  const settings = { headers, maxPayload: messageBytesMax, handshakeTimeout: connectMs, perMessageDeflate: false }
  const socket = new WebSocket(url, { ...way, ...settings } as ClientOptions)
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const end = () => reject(new Error('the relay does not answer'))
  const timer = setTimeout(end, answerMs).unref()
  signal.addEventListener('abort', end, { once: true })
  socket.on('open', () => socket.send(JSON.stringify(['REQ', 'profile', filter])))
  socket.on('error', reject)
  socket.on('close', end)
  socket.on('message', data => {
    const [type, , given] = readMessage(String(data))
    if (type === 'EVENT') resolve(given)
    else if (type === 'EOSE' || type === 'CLOSED') resolve(undefined)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', end)
    socket.terminate()
  }
}
