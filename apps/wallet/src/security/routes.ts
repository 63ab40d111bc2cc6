import {
  getSecurity,
  giveApproval,
  listApprovals,
  saveSecurity,
  withdrawApproval,
} from '@hornets/contract/wallet/security'
import { callerOf } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Session } from '../operators/tokens.ts'
import type { Approvals } from './approvals.ts'
import type { Security } from './security-service.ts'
import type { SpendGuard } from './spend-guard.ts'

interface SecurityRouteParts {
  readonly security: Security
  readonly approvals: Approvals
  readonly guard: SpendGuard
  readonly audit: AuditLog
  /** The idle time may have changed. */
  readonly onSaved: () => void
}

export function securityRoutes(serve: Serve<Session>, parts: SecurityRouteParts): void {
  const { security, approvals, guard, audit, onSaved } = parts
  const actorOf = ({ session, request }: { session: Session; request: Parameters<typeof callerOf>[0] }) => ({
    pubkey: session.pubkey,
    address: callerOf(request).address,
  })
  const describe = () => ({ settings: security.settings(), day_spent_sats: guard.spentToday() })

  serve(getSecurity, describe)

  serve(saveSecurity, async call => {
    const { settings, password } = call.body
    await audit.refusals(actorOf(call), saveSecurity.audit, () => security.save(settings, password, actorOf(call)))
    onSaved()
    return describe()
  })

  serve(listApprovals, () => approvals.list())

  serve(giveApproval, async call => {
    const { id, event } = call.body
    await audit.refusals(actorOf(call), giveApproval.audit, () => approvals.give(id, event, actorOf(call)))
    return approvals.list()
  })

  serve(withdrawApproval, call => {
    approvals.withdraw(call.body.id, actorOf(call))
    return approvals.list()
  })
}
