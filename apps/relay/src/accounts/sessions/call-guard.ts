import { type Endpoint, messages } from '@hornets/contract'
import { changePassword, confirmPassword, revokeOtherSessions, revokeSession } from '@hornets/contract/admin/account'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { logout, type Role } from '@hornets/contract/admin/auth'
import { isAtLeast } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { SignInLimiter } from '../limits.ts'
import type { AdminSession } from './sessions.ts'
import type { RequireFreshPassword } from './step-up.ts'

type Call = Pick<Endpoint, 'method' | 'path' | 'role' | 'stepUp'>

/** Throws ApiError('forbidden') for too low a role and ApiError('password_needed') when it asks for the password again. */
export type Authorize = (call: Call, session: AdminSession) => Promise<void>

/** Throws ApiError('forbidden') for a role below the least one that it takes, and notes it. */
export type RequireRole = (
  call: Pick<Endpoint, 'method' | 'path'>,
  session: AdminSession,
  least: Role | undefined,
) => Promise<void>

export function requireRoleBy(audit: AuditLog): RequireRole {
  return async ({ method, path }, { account: { role }, actor }, least) => {
    if (least && isAtLeast(role, least)) return
    await audit.recordRefusal({ actor, action: serverActions.forbidden, target: `${method} ${path}`, after: { role } })
    throw new ApiError('forbidden', messages.roleTooLow)
  }
}

/** Checks calls by the role that they declare. One that declares none is refused to everybody. */
export function authorizeBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword): Authorize {
  return (call, session) => check(call, session, audit, requireFreshPassword)
}

/** The same for calls that the wallet service answers; those that declare no role pass without a session. */
export function authorizeWalletBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword) {
  return async (call: Call, authenticate: () => Promise<AdminSession>): Promise<void> => {
    const named = { ...call, path: `/wallet${call.path}` }
    if (call.role) await check(named, await authenticate(), audit, requireFreshPassword)
  }
}

async function check(
  call: Call,
  session: AdminSession,
  audit: AuditLog,
  requireFreshPassword: RequireFreshPassword,
): Promise<void> {
  await requireRoleBy(audit)(call, session, call.role)
  if (call.stepUp) await noteStalePassword(audit, call, session, () => requireFreshPassword(session))
}

/** Serves calls, and notes those that a handler refuses because the password was given too long ago. */
export function notingStalePasswords(serve: Serve<AdminSession>, audit: AuditLog): Serve<AdminSession> {
  return (endpoint, handler) =>
    serve(endpoint, call => noteStalePassword(audit, endpoint, call.session, async () => handler(call)))
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** What gets rid of a thief is not used up by him: it ends sessions, or counts passwords by itself. */
const countedElsewhere = new Set(
  [logout, revokeSession, revokeOtherSessions, confirmPassword, changePassword].map(nameOf),
)

/** Serves calls, and refuses changes that come faster than people make them (`SignInLimits.changes`). */
export function boundingChanges(
  serve: Serve<AdminSession>,
  limiter: Pick<SignInLimiter, 'countChange'>,
): Serve<AdminSession> {
  return (endpoint, handler) => {
    const isChange = endpoint.access === 'session' && endpoint.method !== 'GET'
    if (!isChange || countedElsewhere.has(nameOf(endpoint))) return serve(endpoint, handler)
    serve(endpoint, call => {
      limiter.countChange(call.session.id, call.session.account.id)
      return handler(call)
    })
  }
}

/**
 * Whoever has come by an open session fails here. So does everybody who is asked for their password as usual: the same
 * again within the hour is but counted (RefusalWindows).
 */
async function noteStalePassword<T>(
  audit: AuditLog,
  { method, path }: Call,
  session: AdminSession,
  work: () => T | Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'password_needed')
      await audit.recordRefusal({
        actor: session.actor,
        action: serverActions.passwordNeeded,
        target: `${method} ${path}`,
      })
    throw error
  }
}
