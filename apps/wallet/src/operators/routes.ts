import { cancelOperatorChange, changeOperators, listOperators } from '@hornets/contract/wallet/operators'
import { setOperators } from '@hornets/contract/wallet/relay/relay-calls'
import { challenge, listAudit, logout, verify } from '@hornets/contract/wallet/sign-in'
import { toTimestamp } from '@hornets/server/clock'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Pusher } from '../sync/pusher.ts'
import type { RelayMemory } from '../sync/relay-memory.ts'
import type { Operators } from './operators.ts'
import type { Roster } from './roster.ts'
import type { Session } from './tokens.ts'

interface OperatorRouteParts {
  readonly operators: Operators
  readonly roster: Roster
  readonly audit: AuditLog
  readonly relayMemory: RelayMemory
  readonly pusher: Pusher
  /** There may be news for the relay. */
  readonly onHeard: () => void
}

export function operatorRoutes(serve: Serve<Session>, parts: OperatorRouteParts): void {
  const { operators, roster, audit, relayMemory, pusher, onHeard } = parts

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

  serve(setOperators, async ({ body, request }) => {
    roster.hear(body.pubkeys, { pubkey: null, address: callerOf(request).address })
    await relayMemory.hear(body)
    const untold = pusher.hasUntoldAddresses()
    onHeard()
    return { message: 'The operators were received', untold }
  })
}
