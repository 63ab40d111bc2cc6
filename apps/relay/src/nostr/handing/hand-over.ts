import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { ReadingPauses } from '../fairness/reading-pauses.ts'
import { isCompressing } from '../messages/compressed-messages.ts'
import type { Heir, KeptReads } from './kept-connection.ts'

interface OpenConnection {
  readonly websocket: WebSocket
  readonly socket: Duplex
  readonly sendQueue: { readonly unsentBytes: number; close(): void }
  readonly pauses: ReadingPauses
  readonly connection: {
    readonly isAtRest: boolean
    readonly ip: string
    keep(): KeptReads
    tell(): { readonly agent: string }
    end(): void
  }
}

const restMillisMax = 500
const lookMillis = 10

/** Of `ws`, which does not tell whether it has read half a message. */
interface Receiver {
  readonly _state: number
  readonly _fragmented: number
  readonly _loop: boolean
  readonly _buffers: readonly Buffer[]
}
const atFrameStart = 0

const receiverOf = (websocket: WebSocket) => (websocket as unknown as { readonly _receiver?: Receiver })._receiver

/** Everything that the client has said is answered, and every answer has left. */
function isAtRest({ websocket, socket, connection, sendQueue, pauses }: OpenConnection): boolean {
  const receiver = receiverOf(websocket)
  return (
    websocket.readyState === websocket.OPEN &&
    receiver?._state === atFrameStart &&
    receiver._fragmented === 0 &&
    !receiver._loop &&
    sendQueue.unsentBytes === 0 &&
    socket.writableLength === 0 &&
    pauses.isOnly('handing') &&
    connection.isAtRest
  )
}

async function untilAtRest(open: ReadonlySet<OpenConnection>): Promise<void> {
  const until = performance.now() + restMillisMax
  while (performance.now() < until && !open.values().every(isAtRest)) await sleep(lookMillis)
}

/**
 * Gives the heir those that come to rest within half a second, and `dismiss` the others, first: what these still publish
 * reaches those that are kept.
 */
export async function handOver<Open extends OpenConnection>(
  all: Iterable<Open>,
  heir: Heir,
  { dismiss, forget }: { dismiss: (open: Open) => Promise<void>; forget: (open: Open) => void },
): Promise<void> {
  const open = new Set(all)
  for (const { pauses } of open) pauses.pause('handing', true)
  await untilAtRest(open)
  const resting = new Set(open.values().filter(isAtRest))
  await Promise.all(open.difference(resting).values().map(dismiss))
  await untilAtRest(resting)
  for (const one of resting) {
    if (isAtRest(one)) {
      forget(one)
      await give(one, heir)
    } else await dismiss(one)
  }
}

async function give(open: OpenConnection, heir: Heir): Promise<void> {
  const { websocket, connection, sendQueue, pauses } = open
  const socket = open.socket as Socket
  const unread = takeUnread(websocket, socket)
  const { agent } = connection.tell()
  const kept = { ...connection.keep(), address: connection.ip, agent, isCompressing: isCompressing(websocket), unread }
  pauses.end()
  connection.end()
  sendQueue.close()
  await heir(kept, socket)
}

/** Nobody reads from the socket after this. */
function takeUnread(websocket: WebSocket, socket: Socket): string {
  stopReading(socket)
  for (const event of ['data', 'end', 'close', 'error', 'drain', 'readable']) socket.removeAllListeners(event)
  socket.on('error', () => {})
  const arrived = [...(receiverOf(websocket)?._buffers ?? [])]
  // One call may give a part of what has arrived.
  for (let part: Buffer | null = socket.read(); part; part = socket.read()) arrived.push(part)
  return Buffer.concat(arrived).toString('base64')
}

/** A paused socket still reads ahead, and what it has read when its handle is sent is lost. */
function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { reading: boolean; readStop(): void } }
  if (!handle) return
  handle.reading = false
  handle.readStop()
}
