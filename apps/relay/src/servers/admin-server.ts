import { general } from '@hornets/contract/admin/settings'
import { adminAuthorizationHeader } from '@hornets/contract/wallet/token'
import { callerOf } from '@hornets/server/http/caller'
import { refuseForeignHosts } from '@hornets/server/http/host-check'
import { closeJsonApp, createJsonApp } from '@hornets/server/http/json-app'
import { createServe } from '@hornets/server/http/serve'
import type { FastifyInstance } from 'fastify'
import { bannedEventRoutes, listRoutes, memberRoutes, ruleRoutes, undoRoutes } from '../access/list-routes.ts'
import { accessRoutes } from '../access/routes.ts'
import { accountsRoutes } from '../accounts/routes.ts'
import { boundingChanges, notingStalePasswords } from '../accounts/sessions/call-guard.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { auditRoutes } from '../audit/routes.ts'
import { backupRoutes } from '../backup/routes.ts'
import { casesRoutes } from '../cases/routes.ts'
import type { Context } from '../context.ts'
import type { Demo } from '../demo/demo.ts'
import { partCalls } from '../demo/demo-calls.ts'
import { demoRoutes } from '../demo/routes.ts'
import type { SandboxApp } from '../demo/sandbox-app.ts'
import { eventRoutes } from '../event-browser/routes.ts'
import { familyRoutes } from '../family/routes.ts'
import { walletProxyRoutes } from '../family/wallet-proxy-routes.ts'
import { healthRoutes } from '../health/routes.ts'
import { inboxRoutes } from '../inbox/routes.ts'
import { moderationRoutes } from '../judges/routes.ts'
import { insistOnTls, securityHeaders } from '../listeners/security-headers.ts'
import { liveRoutes } from '../live/routes.ts'
import { refuseInMaintenance } from '../maintenance/refuse-in-maintenance.ts'
import { managerRoutes } from '../media/edge/console/manager-routes.ts'
import { uploadRoute } from '../media/edge/console/upload-routes.ts'
import { namingAtClaim } from '../nostr/relay-info/name-at-claim.ts'
import { deliveryRoutes } from '../notifications/routes.ts'
import { metricsRoutes } from '../operation/metrics-routes.ts'
import { operationRoutes } from '../operation/routes.ts'
import { peopleRoutes } from '../people/routes.ts'
import { refusalRoutes, trialRoutes } from '../refusals/routes.ts'
import { reportsRoutes } from '../reports/routes.ts'
import { searchRoutes } from '../search/routes.ts'
import { servicesRoutes } from '../services/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { statisticsRoutes } from '../statistics/routes.ts'
import { paymentsRoutes } from '../subscriptions/payments/payments-routes.ts'
import { subscribersRoutes } from '../subscriptions/subscribers-routes.ts'
import { importRoute, transferRoutes } from '../transfers/routes.ts'
import { type ForwardOptions, walletForwardRoutes } from '../wallet/forward-routes.ts'
import { walletPushRoutes } from '../wallet/push-routes.ts'
import { rateRoutes } from '../wallet/rates/routes.ts'
import { walletRoutes } from '../wallet/routes.ts'
import { xnostrRoutes } from '../xnostr/routes.ts'
import { serveConsole } from './admin/console-files.ts'
import { serveDocumentation } from './admin/documentation.ts'

const bodyLimitBytes = 2 ** 20

export interface AdminServer {
  readonly port: number
  /** Ends live streams and stops listening; running calls have three seconds to finish. */
  close(): Promise<void>
}

/** Opens the admin server. Demo calls are separated from real ones before anything else. */
export async function openAdminServer(context: Context, port: number, demo: Demo): Promise<AdminServer> {
  const app = await createAdminApp(context, { demo })
  await app.listen({ host: context.config.adminHost, port }).catch(async error => {
    await app.close()
    throw error
  })
  const address = app.server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: async () => {
      context.hub.close()
      await closeJsonApp(app)
    },
  }
}

/**
 * The routes of the admin server. Every request passes, in this order: security headers → Host check → session or
 * signature, as the call declares → body → schemas → handler.
 */
export async function createAdminApp(
  context: Context,
  { demo, sandbox }: { readonly demo?: Demo; readonly sandbox?: SandboxApp },
): Promise<FastifyInstance> {
  const { config, logger, sessions, hub } = context
  const { trustedProxies } = config
  const app = createJsonApp({
    logger,
    bodyLimitBytes: sandbox?.bodyLimitBytes ?? bodyLimitBytes,
    trustedProxies,
    headers: securityHeaders,
    ...(context.httpLimits && { limits: context.httpLimits }),
    ...(demo && { before: serveReal => partCalls(serveReal, demo) }),
  })
  insistOnTls(app)
  refuseForeignHosts(app, { boundTo: config.adminHost, allowedHosts: config.allowedHosts })

  refuseInMaintenance(app, context.maintenance)
  sandbox?.guard(app)

  const serveOn = (mounted: FastifyInstance) => {
    const bare = createServe<AdminSession>(mounted, {
      authenticate: request => sessions.authenticate(request.headers.authorization, callerOf(request).address),
      authorize: context.authorize,
      checkSignature: (request, body) => context.pushGuard.checkSignature(request, body),
    })
    const noting = notingStalePasswords(bare, context.audit)
    // Demo visitors share one account, so their changes are counted by address.
    return sandbox ? noting : boundingChanges(noting, context.limiter)
  }
  const serve = serveOn(app)
  const isDemoOn = () => demo?.isOn() ?? sandbox !== undefined
  accountsRoutes(serve, { ...context, isDemoOn, consoleNames: config, onClaimed: namingAtClaim(context) })
  if (demo) demoRoutes(serve, demo)
  servicesRoutes(serve, context)
  const { zaps } = context.subscriptions
  settingsRoutes(serve, { ...context, assertZapsCountable: () => zaps.assertCountable() })
  accessRoutes(serve, context.access, context.requireFreshPassword)
  listRoutes(serve, context)
  memberRoutes(serve, context)
  ruleRoutes(serve, context)
  undoRoutes(serve, context)
  refusalRoutes(serve, context.refusals.service)
  bannedEventRoutes(serve, context)
  trialRoutes(serve, context)
  auditRoutes(serve, context.auditReader, context.now)
  statisticsRoutes(serve, context.statistics.service)
  walletRoutes(serve, context.wallet)
  walletPushRoutes(serve, context.wallet, context.pushGuard)
  if (sandbox) sandbox.mountWallet(app)
  else
    walletForwardRoutes(app, {
      walletUrl: config.walletUrl,
      wayOut: context.wayOut,
      authorize: authorizeWallet(context),
      handed: context.handed,
      now: context.now,
      logger,
    })
  familyRoutes(serve, context)
  walletProxyRoutes(app, serve, context)
  rateRoutes(serve, context.rates)
  paymentsRoutes(serve, context.subscriptions, context.now)
  const chainSight = async () => (context.chain ? context.chain.sight() : 'seen')
  subscribersRoutes(serve, { ...context.subscriptions, chainSight })
  peopleRoutes(serve, context, context.now)
  eventRoutes(serve, context.eventBrowser)
  transferRoutes(serve, context.transfers)
  reportsRoutes(serve, context, context.requireFreshPassword)
  moderationRoutes(serve, context.judges.cases)
  casesRoutes(serve, context)
  xnostrRoutes(serve, context.xnostr.checks)
  healthRoutes(serve, context)
  operationRoutes(serve, context)
  backupRoutes(serve, context.backup)
  if (!sandbox) metricsRoutes(app, context.metrics)
  for (const inbox of context.inboxes) inboxRoutes(serve, inbox)
  deliveryRoutes(serve, context.notifications.delivery)
  managerRoutes(serve, context.media.manager)
  app.register(async scope => {
    // A file is read as a stream, whatever its length.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    uploadRoute(serveOn(scope), context.media.manager)
    importRoute(serveOn(scope), context.transfers)
  })
  searchRoutes(serve, context.search)
  liveRoutes(serve, { ...context, hub, verifier: context.nostr.verifier })
  serveDocumentation(app)
  await serveConsole(app, { folder: config.consoleDir, isOn: () => context.settings.get(general).web, isDemoOn })
  return app
}

/** The admin's token has its own header, since Authorization holds the wallet's token. */
function authorizeWallet({ sessions, authorizeWallet: authorize }: Context): ForwardOptions['authorize'] {
  return (endpoint, request) =>
    authorize(endpoint, () =>
      sessions.authenticate(request.headers[adminAuthorizationHeader]?.toString(), callerOf(request).address),
    )
}
