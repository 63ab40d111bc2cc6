import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from '@hornets/contract/admin/accounts/account'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../sessions/sessions.ts'
import type { TwoFactor } from './two-factor.ts'

export function twoFactorRoutes(serve: Serve<AdminSession>, twoFactor: TwoFactor): void {
  serve(getTwoFactor, ({ session }) => twoFactor.status(session))

  serve(beginTwoFactor, ({ session }) => twoFactor.begin(session))

  serve(enableTwoFactor, ({ session, body }) => twoFactor.enable(session, body.code))

  serve(disableTwoFactor, async ({ session, body }) => {
    await twoFactor.disable(session, body.code)
    return { message: 'Two-factor authentication is off' }
  })

  serve(renewRecoveryCodes, ({ session, body }) => twoFactor.renewCodes(session, body.code))
}
