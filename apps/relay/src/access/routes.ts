import {
  blockPubkey,
  blockPubkeys,
  countStoredEvents,
  deleteAuthorEvents,
  listBlockedPubkeys,
  unblockPubkey,
  unblockPubkeys,
} from '@hornets/contract/admin/access'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { RequireFreshPassword } from '../accounts/sessions/step-up.ts'
import type { AccessService, Blocker } from './access-service.ts'

export function accessRoutes(
  serve: Serve<AdminSession>,
  access: AccessService,
  requireFreshPassword: RequireFreshPassword,
): void {
  serve(listBlockedPubkeys, async ({ query }) => {
    const { blocked, count } = await access.list({
      text: query.q,
      limit: query.limit,
      offset: query.offset,
      expired: query.expired === '1',
    })
    return { blocked_pubkeys: blocked, count }
  })

  serve(blockPubkey, async ({ body, session }) => {
    // Unblocking does not restore deleted events.
    if (body.delete_events) requireFreshPassword(session)
    const request = { ...timed(body), deleteEvents: body.delete_events }
    return {
      success: true as const,
      message: 'The key is blocked',
      ...(await access.block(request, blockerOf(session))),
    }
  })

  serve(deleteAuthorEvents, async ({ params, session }) => {
    return { message: 'The events are deleted', ...(await access.deleteEvents(params.pubkey, blockerOf(session))) }
  })

  serve(countStoredEvents, async ({ params }) => ({ count: await access.countStored(params.pubkey) }))

  serve(unblockPubkey, async ({ params, session }) => {
    await access.unblock(params.pubkey, session.actor)
    return { success: true as const, message: 'The key is unblocked' }
  })

  serve(blockPubkeys, ({ body, session }) => access.blockMany(body.blocks.map(timed), blockerOf(session), body.restore))

  serve(unblockPubkeys, ({ body, session }) => access.unblockMany(body.pubkeys, session.actor))
}

const blockerOf = ({ actor, account: { role } }: AdminSession): Blocker => ({ actor, role })

const timed = ({ pubkey, reason, expires_at }: { pubkey: string; reason: string; expires_at: string | null }) => ({
  pubkey,
  reason,
  expiresAt: expires_at === null ? null : Date.parse(expires_at),
})
