import { allowEvents, disallowEvents, listAllowedEvents } from '@hornets/contract/admin/access-lists'
import {
  deleteMemberRole,
  giveMemberRole,
  listMemberRoles,
  saveMemberRole,
  takeMemberRole,
} from '@hornets/contract/admin/accounts/member-roles'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import { requirePubkey } from '../keys/require-pubkey.ts'
import type { AllowedEventsService } from './allowed-events-service.ts'
import type { BannedEventsService } from './banned-events-service.ts'
import type { RolesService } from './member-roles/roles-service.ts'

export function memberRoleRoutes(serve: Serve<AdminSession>, { memberRoles }: { memberRoles: RolesService }): void {
  const keysOf = (given: readonly string[]) => given.map(key => requirePubkey(key, 'pubkeys'))

  serve(listMemberRoles, async () => ({ roles: memberRoles.list().map(role => ({ ...role })) }))

  serve(saveMemberRole, async ({ body, session }) => ({ role: await memberRoles.save(body, session.actor) }))

  serve(deleteMemberRole, async ({ params, session }) => {
    await memberRoles.delete(params.id, session.actor)
    return { removed: 1 }
  })

  serve(giveMemberRole, async ({ params, body, session }) => ({
    given: await memberRoles.give(params.id, keysOf(body.pubkeys), session.actor),
  }))

  serve(takeMemberRole, async ({ params, body, session }) => ({
    taken: await memberRoles.take(params.id, keysOf(body.pubkeys), session.actor),
  }))
}

interface EventParts {
  readonly allowedEvents: AllowedEventsService
  readonly bannedEvents: BannedEventsService
}

export function allowedEventRoutes(serve: Serve<AdminSession>, { allowedEvents, bannedEvents }: EventParts): void {
  serve(listAllowedEvents, ({ query: { q, ...page } }) => allowedEvents.list({ ...page, text: q }))

  serve(allowEvents, async ({ body: { ids, reason }, session }) => {
    const before = { allowed: ids.filter(id => allowedEvents.has(id)), banned: await bannedEvents.among(ids) }
    const allowed = await allowedEvents.allow(ids, reason, session.actor)
    // A banned event would still be refused.
    return { allowed, lifted: await bannedEvents.lift(ids, session.actor), before }
  })

  serve(disallowEvents, async ({ body, session }) => ({ removed: await allowedEvents.remove(body.ids, session.actor) }))
}
