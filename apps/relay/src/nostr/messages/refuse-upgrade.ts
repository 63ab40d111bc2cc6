import type { Duplex } from 'node:stream'

/** The socket no longer belongs to the HTTP server, so nobody else would close it. */
export function refuseUpgrade(socket: Duplex, status: string, header = ''): void {
  socket.once('finish', () => socket.destroy())
  const usual = 'Access-Control-Allow-Origin: *\r\nX-Content-Type-Options: nosniff\r\n'
  socket.end(`${status}\r\n${header}${usual}Content-Length: 0\r\nConnection: close\r\n\r\n`)
}

/** A handshake that is no websocket's (RFC 6455, 4.2.2), with the headers of every answer. */
export function refuseHandshake(socket: Duplex, method: string | undefined): void {
  if (method !== 'GET') refuseUpgrade(socket, 'HTTP/1.1 405 Method Not Allowed', 'Allow: GET\r\n')
  else refuseUpgrade(socket, 'HTTP/1.1 400 Bad Request', 'Sec-WebSocket-Version: 13, 8\r\n')
}

export function refuseAsFull(socket: Duplex, reason: string): void {
  refuseUpgrade(socket, 'HTTP/1.1 503 Service Unavailable', `Retry-After: 30\r\nX-Reason: ${reason}\r\n`)
}

export function refuseAsBlocked(socket: Duplex, reason: string): void {
  refuseUpgrade(socket, 'HTTP/1.1 403 Forbidden', `X-Reason: ${reason}\r\n`)
}
