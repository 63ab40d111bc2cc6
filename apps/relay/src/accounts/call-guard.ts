import { type Endpoint, messages } from '@hornets/contract'
import { isAtLeast, permissionOf } from '@hornets/contract/admin/permissions'
import { ApiError } from '@hornets/server/api-error'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminSession } from './sessions.ts'
import type { RequireFreshPassword } from './step-up.ts'

export type Authorize = (endpoint: Pick<Endpoint, 'method' | 'path'>, session: AdminSession) => Promise<void>

/**
 * Checks a call against the one table of who may call what. What does not stand there nobody may.
 * Throws ApiError('forbidden') for too low a role and ApiError('password_needed') when it asks for the password again.
 */
export function authorizeBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword): Authorize {
  return async (endpoint, session) => {
    const permission = permissionOf(endpoint)
    const { role } = session.account
    if (!permission || !isAtLeast(role, permission.role)) {
      const target = `${endpoint.method} ${endpoint.path}`
      await audit.recordRefusal({ actor: session.actor, action: 'call.forbidden', target, after: { role } })
      throw new ApiError('forbidden', messages.roleTooLow)
    }
    if (permission.stepUp) requireFreshPassword(session)
  }
}
