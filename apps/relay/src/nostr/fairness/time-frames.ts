import type { Duplex } from 'node:stream'

/**
 * Six bytes make a frame, so a chunk can cost a hundred times as much as another. Call once the websocket reads from
 * the socket.
 */
export function timeFrames(socket: Duplex, onTimed: (millis: number) => void) {
  let begun = 0
  let heard = 0
  socket.prependListener('data', () => {
    begun = performance.now()
    heard = 0
  })
  socket.on('data', () => onTimed(performance.now() - begun - heard))
  return {
    /** Runs what a message asks for. */
    handle(act: () => void): void {
      const from = performance.now()
      act()
      heard += performance.now() - from
    },
  }
}
