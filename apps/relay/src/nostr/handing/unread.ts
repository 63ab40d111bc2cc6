import type { Socket } from 'node:net'

/** Nobody reads from the socket after this. */
export function takeUnread(socket: Socket, known: readonly Buffer[] = []): Buffer {
  stopReading(socket)
  for (const event of ['data', 'end', 'close', 'error', 'drain', 'readable']) socket.removeAllListeners(event)
  socket.on('error', () => {})
  const arrived = [...known]
  // One call may give a part of what has arrived.
  for (let part: Buffer | null = socket.read(); part; part = socket.read()) arrived.push(part)
  return Buffer.concat(arrived)
}

/** A paused socket still reads ahead, and what it has read when its handle is sent is lost. */
export function stopReading(socket: Socket): void {
  const { _handle: handle } = socket as unknown as { readonly _handle?: { reading: boolean; readStop(): void } }
  if (!handle) return
  handle.reading = false
  handle.readStop()
}
