import * as contract from '@hornets/contract/admin/notifications/reports'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { ReportsService } from './reports-service.ts'
import type { VerdictsService } from './verdicts-service.ts'

export function reportsRoutes(
  serve: Serve<AdminSession>,
  { reports, verdicts }: { readonly reports: ReportsService; readonly verdicts: VerdictsService },
  requireFreshPassword: RequireFreshPassword,
): void {
  serve(contract.getReportStats, () => reports.stats())
  serve(contract.getReportedEvent, async ({ params }) => ({ event: await reports.event(params.id) }))

  serve(contract.deleteReportedEvent, async ({ params, query, session }) => {
    const by = { actor: session.actor, role: session.account.role }
    const verdict = { blocksAuthor: query.block_author === 'true', deletesAll: query.delete_events === 'true' }
    if (verdict.deletesAll) requireFreshPassword(session)
    const others = await verdicts.deleteEvent(params.id, verdict, by)
    return { success: true as const, message: 'Event successfully deleted', ...others }
  })

  serve(contract.deleteReportedFile, async ({ params, session }) => {
    await verdicts.deleteFile(params.hash, session.actor)
    return { success: true as const, message: 'File moved to the trash' }
  })

  serve(contract.dismissReport, async ({ body, session }) => {
    await verdicts.dismiss(body.id, session.actor)
    return { success: true as const, message: 'The case is closed' }
  })
}
