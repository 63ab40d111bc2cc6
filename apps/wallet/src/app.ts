import { isIPv6 } from 'node:net'
import { walletRequestBytesMax } from '@hornets/contract/wallet'
import { walletMessages } from '@hornets/contract/wallet/answers/messages'
import { walletServerActions } from '@hornets/contract/wallet/audit-actions'
import { ApiError } from '@hornets/server/api-error'
import { callerOf } from '@hornets/server/http/caller'
import { refuseForeignHosts } from '@hornets/server/http/host-check'
import { createJsonApp } from '@hornets/server/http/json-app'
import { createServe } from '@hornets/server/http/serve'
import { checkSignedCall } from '@hornets/server/http/signed-call'
import type { FastifyRequest } from 'fastify'
import { addressRoutes } from './addresses/routes.ts'
import { sourceRoutes } from './chain/source/routes.ts'
import type { Context } from './context.ts'
import { feeRoutes } from './fees/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { relayInvoiceRoutes } from './lightning/relay-invoice-routes.ts'
import { lightningRoutes } from './lightning/routes.ts'
import { operatorRoutes } from './operators/routes.ts'
import type { Session } from './operators/tokens.ts'
import { securityRoutes } from './security/routes.ts'
import { sendRoutes } from './send/routes.ts'
import { allowConsoleOrigin } from './server/console-origin.ts'
import { serveDocumentation } from './server/documentation.ts'
import { healthRoutes } from './server/health-routes.ts'
import { callLimiter } from './server/limits.ts'
import { keyRoutes } from './set-up/routes.ts'
import { relayRoutes } from './sync/relay-routes.ts'

export interface App {
  readonly url: string
  close(): Promise<void>
}

/** Order: headers → Host check → console's origin → limits → session or signature → body → schemas → handler. */
export async function openApp(context: Context): Promise<App> {
  const { config, logger, operators, sync, vault, chainBook, network } = context
  const { trustedProxies } = config
  const app = createJsonApp({ logger, bodyLimitBytes: walletRequestBytesMax, trustedProxies, secrets: context.secrets })
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    })
  })
  refuseForeignHosts(app, { boundTo: config.host, allowedHosts: config.allowedHosts })
  allowConsoleOrigin(app, config.consoleOrigin)

  const serve = createServe<Session>(app, {
    limit: callLimiter(context.now),
    authenticate: async request => operators.authenticate(request.headers.authorization, callerOf(request).address),
    checkSignature: (request, body) => checkRelay(context, request, body),
  })
  healthRoutes(serve, {
    network: network.name,
    chain: context.chain,
    vault,
    chainBook,
    roster: context.roster,
    wayOut: context.wayOut,
    lightning: context.lightning,
    syncState: () => sync.state(),
  })
  operatorRoutes(serve, context)
  relayRoutes(serve, { ...context, onHeard: () => sync.wake() })
  keyRoutes(serve, {
    ...context,
    network: network.name,
    hasTransactions: () => chainBook.hasTransactions(),
    allowWords: actor => context.security.allowWords(actor),
    onSearch: () => sync.wake(),
    onSetUp: actor => {
      if (actor.pubkey !== null) context.roster.pin(actor.pubkey, actor)
      sync.wake()
    },
  })
  sendRoutes(serve, { ...context, onSent: () => sync.wake() })
  historyRoutes(serve, { ...context, onLabelled: () => sync.wake() })
  addressRoutes(serve, { ...context, onGivenOut: () => sync.wake() })
  securityRoutes(serve, { ...context, onSaved: () => vault.touch() })
  lightningRoutes(serve, context)
  relayInvoiceRoutes(serve, context)
  feeRoutes(serve, context.fees)
  sourceRoutes(serve, { ...context, onChosen: () => sync.changeSource() })
  serveDocumentation(app)

  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  return { url: `http://${hostInUrl(config.host)}:${port}`, close: () => app.close() }
}

async function checkRelay(context: Context, request: FastifyRequest, body: Buffer): Promise<void> {
  const { apiKey, now, operators, audit } = context
  try {
    await checkSignedCall(request.headers, body, {
      apiKey: apiKey.current(),
      nowMs: now(),
      takesFamily: context.config.relayDialect === 'family',
      useOnce: (signature, untilMs) => operators.useSignature(signature, untilMs),
      refusal: walletMessages.signatureWrong,
    })
  } catch (error) {
    if (error instanceof ApiError)
      audit.recordRefusal(
        { pubkey: null, address: callerOf(request).address },
        walletServerActions.wrongSignature,
        request.routeOptions.url ?? '',
      )
    throw error
  }
}

/** A listener on all interfaces is reached at localhost. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}
