import type { Duplex } from 'node:stream'

/**
 * Refuses a websocket request and closes the socket: it no longer belongs to the HTTP server, so nobody else would
 * close it.
 */
export function refuseUpgrade(socket: Duplex, status: string, header = ''): void {
  socket.once('finish', () => socket.destroy())
  const usual = 'Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\n'
  socket.end(`${status}\r\n${header}${usual}Content-Length: 0\r\nConnection: close\r\n\r\n`)
}

export function refuseAsFull(socket: Duplex): void {
  refuseUpgrade(socket, 'HTTP/1.1 503 Service Unavailable', 'Retry-After: 30\r\n')
}
