import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { createLogger } from '@hornets/server/process/logger'
import type { Heir, KeptConnection } from '../handing/kept-connection.ts'
import type { Websockets } from '../websockets.ts'
import type { GivenRequest } from './calls.ts'
import { type OpenServing, openServing } from './open-serving.ts'

// A serving process: Nostr websockets that the main process gives it, answered from the same events.

/** Beside standard streams and the channel of connections. */
const linkDescriptor = 4

export type GivenMessage =
  | { readonly type: 'upgrade'; readonly id: number; readonly address: string; readonly request: GivenRequest }
  | { readonly type: 'kept'; readonly id: number; readonly kept: KeptConnection }

process.umask(0o077)
// The main process says when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit(0))
const fail = (error: unknown) => {
  createLogger({ name: 'relay', level: 'fatal' }).fatal({ err: error }, 'a serving process ends after an error')
  setImmediate(() => process.exit(1))
}
process.on('uncaughtException', fail)
process.on('unhandledRejection', fail)

const serving = await openServing({
  stream: new Socket({ fd: linkDescriptor, readable: true, writable: true }),
  onEnd: () => process.exit(0),
  closeConnections: giveAllBack,
})
process.on('message', (message: GivenMessage, socket?: Socket) => {
  if (socket) take(message, socket, serving)
  else serving.main.tell('left', message.id)
})
serving.main.tell('ready', [])

async function giveAllBack(websockets: Websockets, gives: boolean): Promise<number> {
  let given = 0
  const giveToMain: Heir = async (kept, socket, id) => {
    given += 1
    await giveBack({ id, kept }, socket)
  }
  await websockets.closeConnections(gives ? giveToMain : undefined)
  return given
}

async function giveBack(
  message: { readonly id: number; readonly kept: KeptConnection },
  socket: Socket,
): Promise<void> {
  await new Promise<void>(resolve => {
    process.send?.(message, socket, {}, () => resolve())
  })
  socket.destroy()
}

function take(message: GivenMessage, socket: Socket, { main, websockets }: OpenServing): void {
  const { id } = message
  const visitor = { id, onOpen: () => main.tell('opened', id), onLeave: () => main.tell('left', id) }
  if (message.type === 'kept') {
    websockets.adopt(message.kept, socket, visitor)
    return
  }
  const { address, request } = message
  socket.on('error', () => socket.destroy())
  const head = Buffer.from(request.head, 'base64')
  websockets.handleUpgrade(request as unknown as IncomingMessage, socket, head, { ...visitor, address })
}
