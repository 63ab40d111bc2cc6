import type { Duplex } from 'node:stream'

/**
 * Answers who asked for a websocket that there is none, and hangs up: such a socket is no longer the HTTP server's, so
 * that nobody else would ever close a half that the client keeps open.
 */
export function refuseUpgrade(socket: Duplex, status: string, header = ''): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`${status}\r\n${header}X-Content-Type-Options: nosniff\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
}
