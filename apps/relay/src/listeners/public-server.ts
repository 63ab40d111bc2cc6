import type { AddressInfo } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import {
  type HttpLimits,
  headerTimeouts,
  httpLimits,
  limitConnections,
  proxyAddresses,
} from '@hornets/server/http/http-limits'
import { earlyErrorsAsJson, refuseExpectations, withoutCompilers } from '@hornets/server/http/json-app'
import { answerErrorsAsJson } from '@hornets/server/http/serve'
import type { Logger } from '@hornets/server/process/logger'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { MaintenanceState } from '../maintenance/maintenance.ts'
import { refuseWritesInMaintenance } from '../maintenance/refuse-in-maintenance.ts'
import { refuseUpgrade } from '../nostr/messages/refuse-upgrade.ts'
import type { NostrServer } from '../nostr/nostr-server.ts'
import type { RelayInfo } from '../nostr/relay-info/relay-info.ts'
import { mountRelayInfo } from '../nostr/relay-info/relay-info-routes.ts'
import type { Policy } from '../policy/policy.ts'
import { answerWhenCopied } from './answer-when-copied.ts'
import { refuseAddresses } from './refuse-addresses.ts'

export interface PublicServerOptions {
  readonly host: string
  readonly port: number
  readonly trustedProxies?: readonly string[]
  readonly nostr: NostrServer
  readonly relayInfo: RelayInfo
  readonly policy?: Pick<Policy, 'judgeAddress'>
  readonly maintenance?: MaintenanceState
  readonly mountPolicyPages?: (app: FastifyInstance) => void
  readonly mountMedia?: (app: FastifyInstance) => void | Promise<void>
  readonly mountSubscribe?: (app: FastifyInstance) => void
  /** Adds the management API (NIP-86). */
  readonly mountManagement?: (app: FastifyInstance) => void
  /** Resolves when a standby could read what a call has changed; undefined without a standby. */
  readonly whenCopied?: (() => Promise<void>) | undefined
  readonly limits?: Partial<HttpLimits>
  readonly log: Logger
}

/** On every answer: pages of any origin read it (BUD-01), and browsers must not guess another content type. */
const headers = { 'access-control-allow-origin': '*', 'x-content-type-options': 'nosniff' }

export interface PublicServer {
  readonly port: number
  /** Stops listening and closes connections: websockets with 1001. A new server can be opened on the same parts. */
  close(): Promise<void>
}

/** Opens the public server: NIP-11 and Blossom over HTTP, Nostr over websockets at `/`. */
export async function openPublicServer(options: PublicServerOptions): Promise<PublicServer> {
  const { host, port, trustedProxies, nostr, relayInfo, maintenance, mountMedia, mountSubscribe, log } = options
  const limits = { ...httpLimits, ...options.limits }
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies?.length ? [...trustedProxies] : false,
    forceCloseConnections: true,
    http: headerTimeouts(limits),
    // Some clients request `//<hash>`.
    routerOptions: { ignoreDuplicateSlashes: true },
    ...withoutCompilers,
    ...earlyErrorsAsJson(headers),
  }) as unknown as FastifyInstance
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(headers)
  })
  refuseExpectations(app.server, headers)
  hangUpOnUnwantedBodies(app)
  answerErrorsAsJson(app)
  if (maintenance) refuseWritesInMaintenance(app, maintenance)
  if (options.policy) refuseAddresses(app, options.policy)
  if (options.whenCopied) answerWhenCopied(app, options.whenCopied)
  mountRelayInfo(app, relayInfo)
  options.mountPolicyPages?.(app)
  await mountMedia?.(app)
  mountSubscribe?.(app)
  options.mountManagement?.(app)
  const isWebsocket = limitConnections(app.server, { limits, isProxy: proxyAddresses(trustedProxies) })
  // Fastify does not see websockets, so forwarded addresses are read here by the same rules.
  const isTrusted = proxyAddr.compile([...(trustedProxies ?? [])])
  app.server.on('upgrade', (request, socket, head) => {
    isWebsocket(socket)
    // The client left before it was accepted.
    socket.on('error', () => socket.destroy())
    if (/^\/+(\?|$)/.test(request.url ?? '')) nostr.handleUpgrade(request, socket, head, proxyAddr(request, isTrusted))
    else refuseUpgrade(socket, 'HTTP/1.1 404 Not Found')
  })
  await app.listen({ host, port })
  nostr.isOpen = true
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await Promise.all([app.close(), nostr.closeConnections()])
    },
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    readonly takesBody?: boolean
  }
}

/** Only routes that say so read a body. The connection closes after the answer of another one that is sent a body. */
function hangUpOnUnwantedBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.addHook('onRequest', async ({ headers, routeOptions }, reply) => {
    const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (announced && !routeOptions.config.takesBody) reply.header('connection', 'close')
  })
}
