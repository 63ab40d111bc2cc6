import {
  changePassword,
  confirmPassword,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '@hornets/contract/admin/accounts/account'
import type { Serve } from '@hornets/server/http/serve'
import type { OwnPassword } from './password/own-password.ts'
import type { AdminSession, Sessions } from './sessions/sessions.ts'

export interface AccountRoutesParts {
  readonly sessions: Sessions
  readonly ownPassword: OwnPassword
}

export function accountRoutes(serve: Serve<AdminSession>, { sessions, ownPassword }: AccountRoutesParts): void {
  serve(confirmPassword, ({ session, body }) => ownPassword.confirm(session, body.password))

  serve(changePassword, async ({ session, body }) => ({
    message: 'Your password has been changed',
    ...(await ownPassword.change(session, body)),
  }))

  serve(listSessions, async ({ session }) => ({ sessions: await sessions.list(session) }))

  serve(revokeSession, async ({ session, params }) => {
    await sessions.revokeOne(session, params.id)
    return { message: 'The session was ended' }
  })

  serve(revokeOtherSessions, async ({ session }) => ({ ended: await sessions.revokeOthers(session) }))
}
