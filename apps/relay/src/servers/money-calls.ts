import { adminAuthorizationHeader } from '@hornets/contract/wallet/token'
import { callerOf } from '@hornets/server/http/caller'
import type { Context } from '../context.ts'
import { walletProxyRoutes } from '../family/wallet-proxy-routes.ts'
import { paymentsRoutes } from '../subscriptions/payments/payments-routes.ts'
import { subscribersRoutes } from '../subscriptions/subscribers-routes.ts'
import { type ForwardOptions, walletForwardRoutes } from '../wallet/forward-routes.ts'
import { walletPushRoutes } from '../wallet/push-routes.ts'
import { rateRoutes } from '../wallet/rates/routes.ts'
import { walletRoutes } from '../wallet/routes.ts'
import type { AdminMount } from './admin-mount.ts'

export function mountMoneyCalls({ app, serve, context, sandbox }: AdminMount): void {
  walletRoutes(serve, context.wallet)
  walletPushRoutes(serve, context.wallet, context.pushGuard)
  walletProxyRoutes(app, serve, context)
  if (sandbox) sandbox.mountWallet(app)
  else
    walletForwardRoutes(app, {
      walletUrl: context.config.walletUrl,
      wayOut: context.wayOut,
      authorize: authorizeWallet(context),
      handed: context.handed,
      now: context.now,
      logger: context.logger,
    })
  rateRoutes(serve, context.rates)
  paymentsRoutes(serve, context.subscriptions, context.now)
  const chainSight = async () => (context.chain ? context.chain.sight() : 'seen')
  subscribersRoutes(serve, { ...context.subscriptions, chainSight })
}

/** The admin's token has its own header, since Authorization holds the wallet's token. */
function authorizeWallet({ sessions, authorizeWallet: authorize }: Context): ForwardOptions['authorize'] {
  return (endpoint, request) =>
    authorize(endpoint, () =>
      sessions.authenticate(request.headers[adminAuthorizationHeader]?.toString(), callerOf(request).address),
    )
}
