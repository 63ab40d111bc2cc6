import type { Socket } from 'node:net'
import type { Heir, KeptConnection } from './kept-connection.ts'

/** A connection between two processes of the relay, beside its socket: the parent keeps both meanwhile. */
interface ConnectionMessage {
  readonly type: 'connection'
  readonly kept: KeptConnection
}

/** For the process that is started next. */
export const giveToParent: Heir = async (kept, socket) => {
  const message: ConnectionMessage = { type: 'connection', kept }
  // Or its server would end only when the parent has closed the socket.
  Reflect.set(socket, 'server', null)
  await new Promise<void>(resolve => {
    process.send?.(message, socket, {}, () => resolve())
  })
  // Its handle has left: what remains here no longer counts as a connection.
  socket.destroy()
}

/** Continues what the last process has left with the parent. */
export function takeFromParent(nostr: { adopt(kept: KeptConnection, socket: Socket): void }): void {
  process.on('message', (message: ConnectionMessage, socket?: Socket) => {
    if (message.type === 'connection' && socket) nostr.adopt(message.kept, socket)
  })
}
