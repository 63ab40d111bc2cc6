import { confirmEmail, mailVerification } from '@hornets/contract/admin/accounts/account'
import { checkSecurityCode, forgotPassword, setNewPassword } from '@hornets/contract/admin/accounts/auth'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../sessions/sessions.ts'
import type { EmailVerification } from './email-verification.ts'
import type { Recovery } from './recovery.ts'

export interface RecoveryRoutesParts {
  readonly recovery: Recovery
  readonly emailVerification: EmailVerification
}

export function recoveryRoutes(serve: Serve<AdminSession>, { recovery, emailVerification }: RecoveryRoutesParts): void {
  serve(forgotPassword, ({ body, request }) => {
    const handle = recovery.request(body.email, callerOf(request))
    return { message: 'If this address belongs to an account, a security code was sent', recovery: handle }
  })

  serve(checkSecurityCode, async ({ body, request }) => {
    await recovery.check(body, callerOf(request))
    return { message: 'The code is right' }
  })

  serve(setNewPassword, async ({ body, request }) => {
    await recovery.setPassword(body, callerOf(request))
    return { message: 'Your password has been changed. Please sign in.' }
  })

  serve(mailVerification, async ({ session }) => {
    await emailVerification.begin(session)
    return { message: 'A code was sent to your address' }
  })

  serve(confirmEmail, async ({ session, body }) => ({ user: await emailVerification.confirm(session, body.code) }))
}
