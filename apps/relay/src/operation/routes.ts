import * as clientCalls from '@hornets/contract/admin/operation/clients'
import { getNeeds } from '@hornets/contract/admin/operation/needs'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { ClientsService } from './clients-service.ts'
import type { NeedsService } from './needs-service.ts'

export interface OperationRouteParts {
  readonly needs: NeedsService
  readonly clients: ClientsService
}

export function operationRoutes(serve: Serve<AdminSession>, { needs, clients }: OperationRouteParts): void {
  serve(getNeeds, async ({ session }) => ({ needs: await needs.list(session.account.role) }))

  serve(clientCalls.listClients, ({ query }) => clients.list(query))

  serve(clientCalls.disconnectClient, async ({ params, session }) => {
    await clients.disconnect(params.id, session.actor)
    return { success: true as const }
  })
}
