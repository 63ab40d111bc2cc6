import { general } from '@hornets/contract/admin/settings'
import { callerOf } from '@hornets/server/http/caller'
import { refuseForeignHosts } from '@hornets/server/http/host-check'
import { closeJsonApp, createJsonApp } from '@hornets/server/http/json-app'
import { createServe } from '@hornets/server/http/serve'
import type { FastifyInstance } from 'fastify'
import { boundingChanges, notingStalePasswords } from '../accounts/sessions/call-guard.ts'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { Context } from '../context.ts'
import type { Demo } from '../demo/demo.ts'
import { partCalls } from '../demo/demo-calls.ts'
import type { SandboxApp } from '../demo/sandbox-app.ts'
import { answerWhenCopied } from '../listeners/answer-when-copied.ts'
import { allowOrigins } from '../listeners/other-origins.ts'
import { insistOnTls, securityHeaders } from '../listeners/security-headers.ts'
import { refuseInMaintenance } from '../maintenance/refuse-in-maintenance.ts'
import { mountAccessCalls } from './access-calls.ts'
import { mountAccountCalls } from './account-calls.ts'
import { serveConsole } from './admin/console-files.ts'
import { serveDocumentation } from './admin/documentation.ts'
import type { AdminMount } from './admin-mount.ts'
import { mountContentCalls } from './content-calls.ts'
import { mountModerationCalls } from './moderation-calls.ts'
import { mountMoneyCalls } from './money-calls.ts'
import { mountOperationCalls } from './operation-calls.ts'

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

/** In this order: security headers → Host check → session or signature → body → schemas → handler. */
export async function createAdminApp(
  context: Context,
  { demo, sandbox }: { readonly demo?: Demo; readonly sandbox?: SandboxApp },
): Promise<FastifyInstance> {
  const { config, logger, sessions } = context
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
  allowOrigins(app, config.consoleOrigins)

  refuseInMaintenance(app, context.maintenance)
  if (context.standby) answerWhenCopied(app, () => context.relayDatabase.replicated())
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
  const mount: AdminMount = { app, serve, serveOn, context, demo, sandbox, isDemoOn }
  mountAccountCalls(mount)
  mountAccessCalls(mount)
  mountMoneyCalls(mount)
  mountModerationCalls(mount)
  mountContentCalls(mount)
  mountOperationCalls(mount)
  serveDocumentation(app)
  await serveConsole(app, { folder: config.consoleDir, isOn: () => context.settings.get(general).web, isDemoOn })
  return app
}
