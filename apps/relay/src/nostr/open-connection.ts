import type { Duplex } from 'node:stream'
import type { Why } from '@hornets/contract/admin/refusals/causes'
import type { WebSocket } from 'ws'
import { ClientCounts } from './client-counts.ts'
import { Connection } from './connection.ts'
import type { AddressAccount } from './fairness/address-accounts.ts'
import type { MessageScheduler, Sender } from './fairness/message-scheduler.ts'
import { type ReadingPauses, readingPauses } from './fairness/reading-pauses.ts'
import { timeFrames } from './fairness/time-frames.ts'
import type { KeptReads } from './handing/kept-connection.ts'
import { CompressedMessages, isCompressing } from './messages/compressed-messages.ts'
import { SendQueue } from './sending/send-queue.ts'
import type { TurnEnd } from './sending/turn-end.ts'
import type { ServerParts } from './server-parts.ts'
import { Authentication } from './sign-in/authentication.ts'

export interface Guest {
  readonly account: AddressAccount
  readonly ip: string
  readonly agent: string | undefined
  readonly kept?: KeptReads
}

export interface OpenConnection {
  readonly id: number
  readonly websocket: WebSocket
  readonly socket: Duplex
  readonly sendQueue: SendQueue
  readonly pauses: ReadingPauses
  readonly connection: Connection
  alive: boolean
  /** Pings and pongs since the relay's last ping. */
  controlFrames: number
}

export type Farewell = Partial<Why> & { readonly reason: string }

interface Arrived {
  readonly id: number
  readonly websocket: WebSocket
  readonly socket: Duplex
  readonly guest: Guest
}

interface Handlers {
  readonly messages: MessageScheduler
  readonly turnEnd: TurnEnd
  readonly isOurs: (address: string) => boolean | Promise<boolean>
  readonly dismiss: (open: OpenConnection, code: number, farewell: Farewell) => void
  readonly onClose: (open: OpenConnection) => void
}

const unsupportedData = 1003

export function openConnection(arrived: Arrived, parts: ServerParts, handlers: Handlers): OpenConnection {
  const { id, websocket, socket, guest } = arrived
  const { account, ip, agent, kept } = guest
  const { limits, now } = parts
  const { messages, turnEnd, isOurs } = handlers
  const pauses = readingPauses(websocket)
  const { pause, rest, end } = pauses
  const sendQueue = new SendQueue(
    websocket,
    socket,
    { limits, budget: account.sendQueues, turnEnd },
    { overflow: () => websocket.terminate(), pause: paused => pause('sending', paused) },
  )
  const line = {
    ip,
    send: sendQueue.send.bind(sendQueue),
    sendMessage: sendQueue.sendMessage.bind(sendQueue),
    sendFrames: sendQueue.sendFrames.bind(sendQueue),
    isCompressing: isCompressing(websocket),
    hasRoom: sendQueue.hasRoom.bind(sendQueue),
    pauseReading: (paused: boolean) => pause('reading', paused),
    rest,
  }
  const authentication = new Authentication(isOurs, limits.authenticatedMax, kept)
  const counts = new ClientCounts(now, agent)
  const connection = new Connection(parts, { line, account, authentication, counts, kept })
  const open: OpenConnection = { id, websocket, socket, sendQueue, pauses, connection, alive: true, controlFrames: 0 }
  const frames = timeFrames(socket, millis => {
    const restMillis = account.takeApart(millis)
    if (restMillis > 0) rest(restMillis)
  })
  const compressed = new CompressedMessages(websocket, limits.messageBytesMax)
  const receive = (message: Buffer) => {
    const text = compressed.textOf(message)
    if (typeof text === 'string') connection.receive(text)
    else handlers.dismiss(open, text.code, text)
  }
  const sender: Sender = {
    handle: message => frames.handle(() => receive(message)),
    wait: isWaiting => pause('turn', isWaiting),
  }
  websocket.on('message', (data, isBinary) => {
    if (isBinary) handlers.dismiss(open, unsupportedData, { cause: 'invalid', reason: 'messages are text' })
    else {
      compressed.note(data as Buffer)
      messages.take(account.turn, sender, data as Buffer)
    }
  })
  watchFrames(open, parts)
  websocket.on('close', () => {
    end()
    messages.forget(account.turn, sender)
    handlers.onClose(open)
    connection.end()
    sendQueue.close()
  })
  return open
}

function watchFrames(open: OpenConnection, { limits, refusals }: ServerParts): void {
  const { websocket, connection } = open
  const control = () => {
    open.controlFrames += 1
    if (open.controlFrames > limits.controlFramesMax) websocket.terminate()
  }
  websocket.on('ping', control)
  websocket.on('pong', () => {
    open.alive = true
    control()
  })
  // The close that follows says everything: too large, bad UTF-8, a broken frame.
  websocket.on('error', error => {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
    if (isTooLarge) refusals.note({ what: 'event', cause: 'size', text: '', address: connection.ip })
  })
}
