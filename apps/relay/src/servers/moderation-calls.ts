import { casesRoutes } from '../cases/routes.ts'
import { moderationRoutes } from '../judges/routes.ts'
import { reportsRoutes } from '../reports/routes.ts'
import { xnostrRoutes } from '../xnostr/routes.ts'
import type { AdminMount } from './admin-mount.ts'

export function mountModerationCalls({ serve, context }: AdminMount): void {
  reportsRoutes(serve, context, context.requireFreshPassword)
  moderationRoutes(serve, context.judges.cases)
  casesRoutes(serve, context)
  xnostrRoutes(serve, context.xnostr.checks)
}
