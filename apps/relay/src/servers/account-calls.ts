import { accountsRoutes } from '../accounts/routes.ts'
import { auditRoutes } from '../audit/routes.ts'
import { demoRoutes } from '../demo/routes.ts'
import { familyRoutes } from '../family/routes.ts'
import { namingAtClaim } from '../nostr/relay-info/name-at-claim.ts'
import { servicesRoutes } from '../services/routes.ts'
import { settingsRoutes } from '../settings/routes.ts'
import { settingsHistoryRoutes } from '../settings-history/routes.ts'
import type { AdminMount } from './admin-mount.ts'

export function mountAccountCalls({ serve, context, demo, isDemoOn }: AdminMount): void {
  const consoleNames = context.config
  accountsRoutes(serve, { ...context, isDemoOn, consoleNames, onClaimed: namingAtClaim(context) })
  if (demo) demoRoutes(serve, demo)
  servicesRoutes(serve, context)
  const { zaps } = context.subscriptions
  settingsRoutes(serve, { ...context, assertZapsCountable: () => zaps.assertCountable() })
  settingsHistoryRoutes(serve, context.settingsHistory)
  auditRoutes(serve, context)
  familyRoutes(serve, context)
}
