import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import proxyAddr from '@fastify/proxy-addr'
import { isLoopbackAddress } from './caller.ts'
import { CustomerCounts } from './customers/customer-counts.ts'

export interface HttpLimits {
  /** From the start of a connection, or a further request's first byte, to the end of the headers. */
  readonly headersMs: number
  readonly bodyMs: number
  /** Interval for checking connections for late headers. */
  readonly checkEveryMs: number
  /** Connections in total, and per address. Websockets are counted elsewhere. */
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

/** `createServer` options that make Node close connections with late headers. */
export function headerTimeouts({ headersMs, checkEveryMs }: HttpLimits) {
  return { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs }
}

/** Requests whose handler limits slow bodies itself. */
const paced = new WeakSet<IncomingMessage>()

/** For handlers that check the pace of long bodies: the body's time limit no longer applies. */
export function pacesBody(request: IncomingMessage): void {
  paced.add(request)
}

export interface LimitedServer {
  readonly limits: HttpLimits
  /** Whether this is a reverse proxy's address with many clients, which only the total limits. */
  readonly isProxy: (address: string) => boolean
}

/** Recognises reverse proxies: the configured ones, and this machine. */
export function proxyAddresses(trustedProxies: readonly string[] = []): (address: string) => boolean {
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return address => isLoopbackAddress(address) || isTrusted(address, 0)
}

/** 503 above the limits. An upgrade listener would make Node keep such connections: call the result for a websocket. */
export function limitConnections(server: Server, { limits, isProxy }: LimitedServer): (socket: Duplex) => void {
  const counted = new Map<Socket, () => void>()
  const customers = new CustomerCounts()
  let idleClosedAt = Number.NEGATIVE_INFINITY

  const release = (socket: Socket) => {
    counted.get(socket)?.()
    counted.delete(socket)
  }

  const refuse = (socket: Socket) => {
    socket.end(tooMany)
    socket.destroySoon()
  }

  /** Idle connections make room for active ones. */
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
    const isShared = isProxy(address)
    if (!isShared && customers.weightOf(address) >= limits.connectionsPerAddressMax) return refuse(socket)
    counted.set(socket, isShared ? () => {} : customers.add(address))
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
    // With the server's own error if nothing was answered yet.
    if (response.headersSent || !server.emit('clientError', error, request.socket)) request.socket.destroy()
  }, bodyMs).unref()
  request.once('close', () => clearTimeout(timer))
}

export const requestTimeoutCode = 'ERR_HTTP_REQUEST_TIMEOUT'
