import { backupRoutes } from '../backup/routes.ts'
import { healthRoutes } from '../health/routes.ts'
import { inboxRoutes } from '../inbox/routes.ts'
import { liveRoutes } from '../live/routes.ts'
import { deliveryRoutes } from '../notifications/routes.ts'
import { metricsRoutes } from '../operation/metrics-routes.ts'
import { operationRoutes } from '../operation/routes.ts'
import { statisticsRoutes } from '../statistics/routes.ts'
import type { AdminMount } from './admin-mount.ts'

/** How the relay is doing: figures, health, notifications, backups, the live stream. */
export function mountOperationCalls({ app, serve, context, sandbox }: AdminMount): void {
  statisticsRoutes(serve, context.statistics.service)
  healthRoutes(serve, context)
  operationRoutes(serve, context)
  backupRoutes(serve, context.backup)
  if (!sandbox) metricsRoutes(app, context.metrics)
  for (const inbox of context.inboxes) inboxRoutes(serve, inbox)
  deliveryRoutes(serve, context.notifications.delivery)
  liveRoutes(serve, { ...context, verifier: context.nostr.verifier })
}
