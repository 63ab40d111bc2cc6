import {
  changeRole,
  inviteAdmin,
  listAdmins,
  removeAdmin,
  revokeInvitation,
} from '@hornets/contract/admin/accounts/admins'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../sessions/sessions.ts'
import type { Admins } from './admins.ts'
import { type ConsoleNames, consoleOrigin } from './console-link.ts'
import type { Invitations } from './invitations.ts'

export interface AdminsRoutesParts {
  readonly admins: Admins
  readonly invitations: Invitations
  readonly consoleNames: ConsoleNames
}

export function adminsRoutes(
  serve: Serve<AdminSession>,
  { admins, invitations, consoleNames }: AdminsRoutesParts,
): void {
  serve(listAdmins, async () => ({ admins: await admins.list(), invitations: await invitations.list() }))

  serve(inviteAdmin, ({ session, body, request }) =>
    invitations.create(session, body, consoleOrigin(request, consoleNames)),
  )

  serve(revokeInvitation, async ({ session, params }) => {
    await invitations.revoke(session, params.id)
    return { message: 'The invitation has been revoked' }
  })

  serve(changeRole, async ({ session, params, body }) => ({
    admin: await admins.changeRole(session, params.id, body.role),
  }))

  serve(removeAdmin, async ({ session, params }) => {
    await admins.remove(session, params.id)
    return { message: 'The admin has been removed' }
  })
}
