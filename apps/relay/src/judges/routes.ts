import * as contract from '@hornets/contract/admin/notifications/moderation'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { ModerationCases } from './moderation-cases.ts'

export function moderationRoutes(serve: Serve<AdminSession>, cases: ModerationCases): void {
  serve(contract.getModerationStats, () => cases.stats())
  serve(contract.previewModeration, ({ query }) => cases.preview(query))
  serve(contract.getBlockedEvent, async ({ params, session }) => ({
    event: await cases.blockedEvent(params.id, session.account.role),
  }))

  serve(contract.unblockEvent, async ({ body, session }) => {
    await cases.unblock(body.event_id, session.actor)
    return { success: true as const, message: 'Event unblocked' }
  })

  serve(contract.deleteBlockedEvent, async ({ params, session }) => {
    await cases.delete(params.id, session.actor)
    return { success: true as const, message: 'Event permanently deleted' }
  })
}
