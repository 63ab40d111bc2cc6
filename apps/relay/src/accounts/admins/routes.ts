import { changeRole, inviteAdmin, listAdmins, removeAdmin, revokeInvitation } from '@hornets/contract/admin/admins'
import type { Serve } from '@hornets/server/serve'
import type { FastifyRequest } from 'fastify'
import type { AdminSession } from '../sessions.ts'
import type { Admins } from './admins.ts'
import type { Invitations } from './invitations.ts'

export interface AdminsRoutesParts {
  readonly admins: Admins
  readonly invitations: Invitations
}

export function adminsRoutes(serve: Serve<AdminSession>, { admins, invitations }: AdminsRoutesParts): void {
  serve(listAdmins, async () => ({ admins: await admins.list(), invitations: await invitations.list() }))

  serve(inviteAdmin, ({ session, body, request }) => invitations.create(session, body, linkOf(request)))

  serve(revokeInvitation, async ({ session, params }) => {
    await invitations.revoke(session, params.id)
    return { message: 'The invitation has been taken back' }
  })

  serve(changeRole, async ({ session, params, body }) => ({
    admin: await admins.changeRole(session, params.id, body.role),
  }))

  serve(removeAdmin, async ({ session, params }) => {
    await admins.remove(session, params.id)
    return { message: 'The admin has been taken away' }
  })
}

/** On the console as the owner who invites has called it: by a name that the Host check has let through. */
function linkOf(request: FastifyRequest) {
  const { protocol, host } = request
  return (token: string) => `${protocol}://${host}/auth/sign-up?invitation=${token}`
}
