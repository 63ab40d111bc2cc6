import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { customerKeys, isLoopbackAddress } from './caller.ts'

/** What a server of HTTP lets a slow client hold. */
export interface HttpLimits {
  /** From the start of a connection, or the first byte of a further request, to the end of the headers. */
  readonly headersMs: number
  /** From the end of the headers to the end of the body. */
  readonly bodyMs: number
  /** How often connections are looked through for late headers. */
  readonly checkEveryMs: number
  /** Connections in all, and of one address. A connection that has become a websocket is counted elsewhere. */
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
}

export const httpLimits: HttpLimits = {
  headersMs: 10_000,
  bodyMs: 15_000,
  checkEveryMs: 2000,
  connectionsMax: 4000,
  connectionsPerAddressMax: 128,
}

const closeIdleEveryMs = 1000
const tooMany =
  'HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nX-Content-Type-Options: nosniff\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'

/** Options of `createServer` by which Node ends a connection whose headers are late. */
export function headerTimeouts({ headersMs, checkEveryMs }: HttpLimits) {
  return { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs }
}

/** Requests whose handler ends a slow body by itself. */
const paced = new WeakSet<IncomingMessage>()

/** For a handler that watches the pace of a long body: the time limit for bodies no longer holds for this request. */
export function pacesBody(request: IncomingMessage): void {
  paced.add(request)
}

export interface LimitedServer {
  readonly limits: HttpLimits
  /** Is this the address of a reverse proxy, behind which many people are? They are limited only in all. */
  readonly isProxy: (address: string) => boolean
}

/** Tells addresses at which reverse proxies stand: those that the operator has named, and this machine. */
export function proxyAddresses(trustedProxies: readonly string[] = []): (address: string) => boolean {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return address => isLoopbackAddress(address) || isTrusted(address, 0)
}

/**
 * Counts plain connections, refuses those above the limits with 503, and ends requests whose body is late on any path.
 * Returns how to stop counting a connection that becomes a websocket: to be called by who takes it over. (With a listener
 * for upgrades here Node would leave each of them to nobody, on a server that has no websockets.)
 */
export function limitConnections(server: Server, { limits, isProxy }: LimitedServer): (socket: Duplex) => void {
  const counted = new Map<Socket, string | undefined>()
  const perPlace = new Map<string, number>()
  let idleClosedAt = Number.NEGATIVE_INFINITY

  const release = (socket: Socket) => {
    const place = counted.get(socket)
    if (!counted.delete(socket) || place === undefined) return
    const left = (perPlace.get(place) ?? 1) - 1
    if (left > 0) perPlace.set(place, left)
    else perPlace.delete(place)
  }

  const refuse = (socket: Socket) => {
    socket.end(tooMany)
    socket.destroySoon()
  }

  /** Those that wait for a next request make room for one that has something to say. */
  const closeIdle = () => {
    const now = performance.now()
    if (now - idleClosedAt < closeIdleEveryMs) return
    idleClosedAt = now
    server.closeIdleConnections()
  }

  server.on('connection', (socket: Socket) => {
    if (counted.size >= limits.connectionsMax) {
      refuse(socket)
      return closeIdle()
    }
    const address = socket.remoteAddress ?? ''
    const place = isProxy(address) ? undefined : customerKeys(address).customer
    if (place !== undefined) {
      const own = perPlace.get(place) ?? 0
      if (own >= limits.connectionsPerAddressMax) return refuse(socket)
      perPlace.set(place, own + 1)
    }
    counted.set(socket, place)
    socket.once('close', () => release(socket))
  })
  server.on('request', (request, response) => endLateBody(server, request, response, limits.bodyMs))
  return socket => release(socket as Socket)
}

function endLateBody(server: Server, request: IncomingMessage, response: ServerResponse, bodyMs: number): void {
  const { 'transfer-encoding': chunked, 'content-length': length } = request.headers
  if (chunked === undefined && !(Number(length) > 0)) return
  const timer = setTimeout(() => {
    if (request.complete || paced.has(request)) return
    const error = Object.assign(new Error('the body is late'), { code: requestTimeoutCode })
    // In the server's own words where nothing has been answered yet.
    if (response.headersSent || !server.emit('clientError', error, request.socket)) request.socket.destroy()
  }, bodyMs).unref()
  request.once('close', () => clearTimeout(timer))
}

/** Node's own for a request that took too long. */
export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'
