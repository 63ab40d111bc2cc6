import { setOperators } from '@hornets/contract/wallet/relay-calls'
import { challenge, listAudit, logout, verify } from '@hornets/contract/wallet/sign-in'
import { callerOf } from '@hornets/server/caller'
import { toTimestamp } from '@hornets/server/clock'
import type { Serve } from '@hornets/server/serve'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Operators } from './operators.ts'
import type { Session } from './tokens.ts'

export function operatorRoutes(serve: Serve<Session>, operators: Operators, audit: AuditLog): void {
  serve(challenge, ({ query }) => operators.challenge(query.pubkey))

  serve(verify, ({ body, request }) => ({ token: operators.signIn(body, callerOf(request).address) }))

  serve(logout, ({ session }) => {
    operators.signOut(session)
    return { message: 'The wallet has been signed out of' }
  })

  serve(listAudit, ({ query }) => audit.newest(query.limit).map(row => ({ ...row, at: toTimestamp(row.at) })))

  serve(setOperators, ({ body, request }) => {
    operators.replaceAll(body.pubkeys, callerOf(request).address)
    return { message: 'The operators are known' }
  })
}
