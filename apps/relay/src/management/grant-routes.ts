import { messages } from '@hornets/contract'
import { grantMethods, listMethodGrants, revokeMethods } from '@hornets/contract/admin/accounts/method-grants'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { requirePubkey } from '../keys/require-pubkey.ts'
import type { GrantsService } from './grants-service.ts'
import type { ManagementService } from './management-service.ts'

export interface GrantRouteParts {
  readonly grants: GrantsService
  readonly management: Pick<ManagementService, 'grantable'>
}

export function grantRoutes(serve: Serve<AdminSession>, { grants, management }: GrantRouteParts): void {
  serve(listMethodGrants, async () => ({ grants: await grants.describe(), methods: [...management.grantable()] }))

  serve(grantMethods, async ({ body: { pubkey, methods }, session }) => {
    if (!new Set(methods).isSubsetOf(management.grantable())) throw new ApiError('invalid_fields', messages.ownersAlone)
    return { granted: await grants.grant(requirePubkey(pubkey), methods, session.actor) }
  })

  serve(revokeMethods, async ({ body: { pubkey, methods }, session }) => ({
    revoked: await grants.revoke(requirePubkey(pubkey), methods, session.actor),
  }))
}
