import { bannedEventRoutes, listRoutes, memberRoutes, ruleRoutes, undoRoutes } from '../access/list-routes.ts'
import { allowedEventRoutes, memberRoleRoutes } from '../access/role-routes.ts'
import { accessRoutes } from '../access/routes.ts'
import { grantRoutes } from '../management/grant-routes.ts'
import { refusalRoutes, trialRoutes } from '../refusals/routes.ts'
import type { AdminMount } from './admin-mount.ts'

export function mountAccessCalls({ serve, context }: AdminMount): void {
  accessRoutes(serve, context.access, context.requireFreshPassword)
  listRoutes(serve, context)
  memberRoutes(serve, context)
  ruleRoutes(serve, context)
  undoRoutes(serve, context)
  bannedEventRoutes(serve, context)
  allowedEventRoutes(serve, context)
  memberRoleRoutes(serve, context)
  grantRoutes(serve, context)
  refusalRoutes(serve, context.refusals.service)
  trialRoutes(serve, context)
}
