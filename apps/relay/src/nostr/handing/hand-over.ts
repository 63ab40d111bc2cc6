import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebSocket } from 'ws'
import type { ReadingPauses } from '../fairness/reading-pauses.ts'
import { isCompressing } from '../messages/compressed-messages.ts'
import type { Heir, KeptReads } from './kept-connection.ts'
import { takeUnread } from './unread.ts'

interface OpenConnection {
  readonly id: number
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

/** `isQuiet`: no event is on its way to its subscribers. */
async function untilAtRest(open: ReadonlySet<OpenConnection>, isQuiet: () => boolean): Promise<void> {
  const until = performance.now() + restMillisMax
  while (performance.now() < until && !(isQuiet() && open.values().every(isAtRest))) await sleep(lookMillis)
}

interface Settling<Open> {
  readonly isQuiet: () => boolean
  readonly dismiss: (open: Open) => Promise<void>
}

/**
 * Those that come to rest within half a second. The others are dismissed, first: what these still publish reaches those
 * that are kept.
 */
export async function settle<Open extends OpenConnection>(
  all: Iterable<Open>,
  { isQuiet, dismiss }: Settling<Open>,
): Promise<ReadonlySet<Open>> {
  const open = new Set(all)
  for (const { pauses } of open) pauses.pause('handing', true)
  await untilAtRest(open, isQuiet)
  const resting = new Set(open.values().filter(isAtRest))
  await Promise.all(open.difference(resting).values().map(dismiss))
  await untilAtRest(resting, isQuiet)
  return resting
}

/** Gives the heir those that come to rest. */
export async function handOver<Open extends OpenConnection>(
  all: Iterable<Open>,
  heir: Heir,
  { isQuiet, dismiss, forget }: Settling<Open> & { readonly forget: (open: Open) => void },
): Promise<void> {
  for (const one of await settle(all, { isQuiet, dismiss })) {
    if (isAtRest(one)) {
      forget(one)
      await give(one, heir)
    } else await dismiss(one)
  }
}

async function give(open: OpenConnection, heir: Heir): Promise<void> {
  const { websocket, connection, sendQueue, pauses } = open
  const socket = open.socket as Socket
  const unread = takeUnread(socket, receiverOf(websocket)?._buffers).toString('base64')
  const { agent } = connection.tell()
  const kept = { ...connection.keep(), address: connection.ip, agent, isCompressing: isCompressing(websocket), unread }
  pauses.end()
  connection.end()
  sendQueue.close()
  await heir(kept, socket, open.id)
}
