import { cancelOperatorChange, changeOperators, listOperators } from '@hornets/contract/wallet/operators'
import { challenge, listAudit, logout, verify } from '@hornets/contract/wallet/sign-in'
import { toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Operators } from './operators.ts'
import type { Roster } from './roster.ts'
import type { Session } from './tokens.ts'

interface OperatorRouteParts {
  readonly operators: Operators
  readonly roster: Roster
  readonly audit: AuditLog
}

export function operatorRoutes(serve: Serve<Session>, { operators, roster, audit }: OperatorRouteParts): void {
  serve(challenge, ({ query }) => operators.challenge(query.pubkey))

  serve(verify, ({ body, request }) => ({ token: operators.signIn(body, callerOf(request).address) }))

  serve(logout, ({ session }) => {
    operators.signOut(session)
    return { message: 'Signed out of the wallet' }
  })

  serve(listAudit, ({ query }) => audit.newest(query.limit).map(row => ({ ...row, at: toTimestamp(row.at) })))

  serve(listOperators, () => roster.describe())

  serve(changeOperators, async ({ body, session, request }) => {
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    await audit.refusals(actor, changeOperators.audit[body.action], () => roster.change(body, actor))
    return roster.describe()
  })

  serve(cancelOperatorChange, async ({ body, session, request }) => {
    const actor = { pubkey: session.pubkey, address: callerOf(request).address }
    await audit.refusals(actor, cancelOperatorChange.audit, () => roster.cancel(body.pubkey, actor))
    return roster.describe()
  })
}
