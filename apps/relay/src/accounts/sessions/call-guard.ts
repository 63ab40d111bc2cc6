import { type Endpoint, messages } from '@hornets/contract'
import {
  changePassword,
  confirmPassword,
  revokeOtherSessions,
  revokeSession,
} from '@hornets/contract/admin/accounts/account'
import { logout, type Role } from '@hornets/contract/admin/accounts/auth'
import { serverActions } from '@hornets/contract/admin/audit-actions'
import { isAtLeast } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { SignInLimiter } from '../limits.ts'
import type { AdminSession } from './sessions.ts'
import type { RequireFreshPassword } from './step-up.ts'

type Call = Pick<Endpoint, 'method' | 'path' | 'role' | 'stepUp'>

/** Throws ApiError: 'forbidden' for too low a role, 'password_needed'. */
export type Authorize = (call: Call, session: AdminSession) => Promise<void>

/** Throws ApiError('forbidden') for a role below the required one, and audits it. */
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

/** Checks the role that each call declares. Calls that declare none are always refused. */
export function authorizeBy(audit: AuditLog, requireFreshPassword: RequireFreshPassword): Authorize {
  return (call, session) => check(call, session, audit, requireFreshPassword)
}

/** The same for calls that the wallet service answers; those without a declared role need no session. */
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

export function notingStalePasswords(serve: Serve<AdminSession>, audit: AuditLog): Serve<AdminSession> {
  return (endpoint, handler) =>
    serve(endpoint, call => noteStalePassword(audit, endpoint, call.session, async () => handler(call)))
}

const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/** Calls that help against a thief cannot be used up by one: they end sessions or have their own limit. */
const countedElsewhere = new Set(
  [logout, revokeSession, revokeOtherSessions, confirmPassword, changePassword].map(nameOf),
)

/** Serves calls and refuses changes that come faster than a person makes them (`SignInLimits.changes`). */
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

/** A thief fails here, but so do admins as usual: repeats within the hour are only counted (RefusalWindows). */
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
