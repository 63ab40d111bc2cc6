import type { AddressInfo } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'
import { earlyErrorsAsJson } from '@hornets/server/json-app'
import type { Logger } from '@hornets/server/logger'
import { answerErrorsAsJson } from '@hornets/server/serve'
import { type FastifyBaseLogger, type FastifyInstance, fastify, LogController } from 'fastify'
import type { MaintenanceState } from './admin/maintenance.ts'
import { refuseWritesInMaintenance } from './admin/refuse-in-maintenance.ts'
import type { NostrDoor } from './nostr/nostr-door.ts'
import { refuseUpgrade } from './nostr/refuse-upgrade.ts'
import type { RelayInfo } from './relay-info/relay-info.ts'
import { mountRelayInfo } from './relay-info/relay-info-routes.ts'

export interface PublicDoorOptions {
  readonly host: string
  /** 0 = any free one. */
  readonly port: number
  /** Addresses of reverse proxies whose X-Forwarded-* are believed; nobody's without. */
  readonly trustedProxies?: readonly string[]
  readonly nostr: NostrDoor
  readonly relayInfo: RelayInfo
  readonly maintenance?: MaintenanceState
  /** Puts Blossom's routes on the same app. */
  readonly mountMedia?: (app: FastifyInstance) => void | Promise<void>
  readonly log: Logger
}

/** The listener of the public door (P+1). */
export interface PublicDoor {
  readonly port: number
  /** Stops listening and closes what is open: websockets with 1001. A new door may be opened on the same parts. */
  close(): Promise<void>
}

/** Opens the public door: NIP-11 and Blossom over HTTP, Nostr over websockets at `/`. */
export async function openPublicDoor(options: PublicDoorOptions): Promise<PublicDoor> {
  const { host, port, trustedProxies, nostr, relayInfo, maintenance, mountMedia, log } = options
  const app: FastifyInstance = fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies?.length ? [...trustedProxies] : false,
    forceCloseConnections: true,
    ...earlyErrorsAsJson(),
  }) as unknown as FastifyInstance
  hangUpOnUnwantedBodies(app)
  answerErrorsAsJson(app)
  if (maintenance) refuseWritesInMaintenance(app, maintenance)
  mountRelayInfo(app, relayInfo)
  await mountMedia?.(app)
  // Fastify sees no websocket: whom a proxy forwards is read as for everything else.
  const isTrusted = proxyAddr.compile([...(trustedProxies ?? [])])
  app.server.on('upgrade', (request, socket, head) => {
    // A client that is gone before it is welcomed.
    socket.on('error', () => socket.destroy())
    if (request.url?.split('?', 1)[0] === '/') nostr.handleUpgrade(request, socket, head, proxyAddr(request, isTrusted))
    else refuseUpgrade(socket, 'HTTP/1.1 404 Not Found')
  })
  await app.listen({ host, port })
  return {
    port: (app.server.address() as AddressInfo).port,
    async close() {
      await Promise.all([app.close(), nostr.closeConnections()])
    },
  }
}

/** Only an upload brings a body. Whoever else announces one could hold the connection for ever by never sending it. */
function hangUpOnUnwantedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ method, headers }, reply) => {
    const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (announced && method !== 'PUT') reply.header('connection', 'close')
  })
}
