import { getNeeds } from '@hornets/contract/admin/operation/needs'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { NeedsService } from './needs-service.ts'

export interface OperationRouteParts {
  readonly needs: NeedsService
}

export function operationRoutes(serve: Serve<AdminSession>, { needs }: OperationRouteParts): void {
  serve(getNeeds, async ({ session }) => ({ needs: await needs.list(session.account.role) }))
}
