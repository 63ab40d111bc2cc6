import { type Endpoint, messages } from '@hornets/contract'
import { isAtLeast, type Permission, permissionOf, walletPermissionOf } from '@hornets/contract/admin/permissions'
import { ApiError } from '@hornets/server/api-error'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminSession } from './sessions.ts'
import type { RequireFreshPassword } from './step-up.ts'

type Call = Pick<Endpoint, 'method' | 'path'>

/** Throws ApiError('forbidden') for too low a role and ApiError('password_needed') when it asks for the password again. */
export type Authorize = (call: Call, session: AdminSession) => Promise<void>

/** Checks calls against the one table of who may call what. What does not stand there nobody may. */
export function authorizeBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword): Authorize {
  return (call, session) => check(call, session, permissionOf(call), audit, requireFreshPassword)
}

/** The same for calls that the wallet service answers; those without a place in its table pass without a session. */
export function authorizeWalletBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword) {
  return async (call: Call, authenticate: () => Promise<AdminSession>): Promise<void> => {
    const permission = walletPermissionOf(call)
    const named = { ...call, path: `/wallet${call.path}` }
    if (permission) await check(named, await authenticate(), permission, audit, requireFreshPassword)
  }
}

async function check(
  { method, path }: Call,
  session: AdminSession,
  permission: Permission | undefined,
  audit: AuditLog,
  requireFreshPassword: RequireFreshPassword,
): Promise<void> {
  const { role } = session.account
  if (!permission || !isAtLeast(role, permission.role)) {
    const target = `${method} ${path}`
    await audit.recordRefusal({ actor: session.actor, action: 'call.forbidden', target, after: { role } })
    throw new ApiError('forbidden', messages.roleTooLow)
  }
  if (permission.stepUp) requireFreshPassword(session)
}
