import * as contract from '@hornets/contract/admin/notifications/cases'
import { untilGone } from '@hornets/server/http/caller'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { CaseDetailsService } from './case-details-service.ts'
import type { CaseVerdictsService } from './case-verdicts-service.ts'
import type { CasesService } from './cases-service.ts'

export interface CasesRoutesParts {
  readonly cases: CasesService
  readonly details: CaseDetailsService
  readonly caseVerdicts: CaseVerdictsService
}

export function casesRoutes(serve: Serve<AdminSession>, { cases, details, caseVerdicts }: CasesRoutesParts): void {
  serve(contract.listCases, ({ query, session }) => cases.list(query, session.account.role))
  serve(contract.getCaseStatistics, ({ query }) => cases.statistics(query.days))
  serve(contract.listReasons, async () => ({ reasons: await cases.reasons() }))
  serve(contract.saveReasons, async ({ body, session }) => ({
    reasons: await cases.saveReasons(body.reasons, moderatorOf(session)),
  }))
  serve(contract.getCase, ({ params, session, reply }) =>
    details.one(params.id, { role: session.account.role, signal: untilGone(reply) }),
  )
  serve(contract.holdCase, ({ params, body, session }) => cases.hold(params.id, body.hold, moderatorOf(session)))
  serve(contract.giveVerdict, ({ body, session }) => caseVerdicts.give(body, moderatorOf(session)))
  serve(contract.undoVerdict, async ({ params, session }) => ({
    undone: await caseVerdicts.undo(params.id, moderatorOf(session)),
  }))
}

const moderatorOf = ({ actor, account: { role } }: AdminSession) => ({ actor, role })
