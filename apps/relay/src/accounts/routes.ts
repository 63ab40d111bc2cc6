import type { Serve } from '@hornets/server/serve'
import { type AccountRoutesParts, accountRoutes } from './account-routes.ts'
import type { AdminSession } from './sessions.ts'
import { type SignInRoutesParts, signInRoutes } from './sign-in-routes.ts'

/** Every call that is about admins. */
export function peopleRoutes(serve: Serve<AdminSession>, parts: SignInRoutesParts & AccountRoutesParts): void {
  signInRoutes(serve, parts)
  accountRoutes(serve, parts)
}
