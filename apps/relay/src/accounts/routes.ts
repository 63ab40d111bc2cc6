import type { Serve } from '@hornets/server/http/serve'
import { type AccountRoutesParts, accountRoutes } from './account-routes.ts'
import { type AdminsRoutesParts, adminsRoutes } from './admins/routes.ts'
import { type ProfileRoutesParts, profileRoutes } from './profile/routes.ts'
import { type RecoveryRoutesParts, recoveryRoutes } from './recovery/routes.ts'
import type { AdminSession } from './sessions/sessions.ts'
import { type SignInRoutesParts, signInRoutes } from './sign-in/sign-in-routes.ts'
import { twoFactorRoutes } from './two-factor/routes.ts'
import type { TwoFactor } from './two-factor/two-factor.ts'

interface AccountsRoutesParts
  extends SignInRoutesParts,
    AccountRoutesParts,
    ProfileRoutesParts,
    RecoveryRoutesParts,
    AdminsRoutesParts {
  readonly twoFactor: TwoFactor
}

export function accountsRoutes(serve: Serve<AdminSession>, parts: AccountsRoutesParts): void {
  signInRoutes(serve, parts)
  accountRoutes(serve, parts)
  twoFactorRoutes(serve, parts.twoFactor)
  profileRoutes(serve, parts)
  recoveryRoutes(serve, parts)
  adminsRoutes(serve, parts)
}
