import {
  createAccessInvitation,
  listAccessInvitations,
  listAccessMembers,
  removeAccessInvitations,
  removeAccessMembers,
} from '@hornets/contract/admin/access-invitations'
import {
  banEvents,
  listAccessEntries,
  listBannedEvents,
  putAccessEntries,
  removeAccessEntries,
  unbanEvents,
} from '@hornets/contract/admin/access-lists'
import { explainTrust, getAccess, saveAccess } from '@hornets/contract/admin/access-rights'
import { listAccessRules, saveAccessRules } from '@hornets/contract/admin/refusals/own-rules'
import { listAccessChanges, undoAccessChange } from '@hornets/contract/admin/refusals/undo'
import type { Serve } from '@hornets/server/http/serve'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { BannedEventsService } from './banned-events-service.ts'
import type { MembersService } from './invitations/members-service.ts'
import type { LastOwner } from './last-owner.ts'
import type { ListsService } from './lists/lists-service.ts'
import type { RightsService } from './rights/rights-service.ts'
import type { RulesService } from './rules/rules-service.ts'
import type { UndoService } from './undo-service.ts'

interface Parts {
  readonly lists: ListsService
  readonly members: MembersService
  readonly own: RulesService
  readonly rights: RightsService
  readonly lastOwner: LastOwner
  readonly bannedEvents: BannedEventsService
}

export function bannedEventRoutes(serve: Serve<AdminSession>, { bannedEvents }: Pick<Parts, 'bannedEvents'>): void {
  serve(listBannedEvents, ({ query: { q, ...page } }) => bannedEvents.list({ ...page, text: q }))

  serve(banEvents, async ({ body: { ids, reason }, session }) => {
    const before = await bannedEvents.among(ids)
    return { removed: await bannedEvents.ban(ids, reason, session.actor), before }
  })

  serve(unbanEvents, async ({ body, session }) => ({ lifted: await bannedEvents.lift(body.ids, session.actor) }))
}

export function listRoutes(
  serve: Serve<AdminSession>,
  { lists, rights, lastOwner }: Omit<Parts, 'bannedEvents' | 'own' | 'members'>,
): void {
  serve(listAccessEntries, ({ params, query: { q, limit, offset, expired, sort } }) =>
    lists.list({ list: params.list, text: q, limit, offset, expired: expired === '1', sort }),
  )

  serve(putAccessEntries, async ({ params, body, session }) => {
    // So that the owner's own connections stay open.
    if (params.list === 'addresses') await lastOwner.look()
    return lists.put(params.list, body.entries, session.actor)
  })

  serve(removeAccessEntries, ({ params, body, session }) => lists.remove(params.list, body.values, session.actor))

  serve(getAccess, () => ({ access: rights.describe() }))

  serve(saveAccess, async ({ body, session }) => ({ access: await rights.save(body.access, session.actor) }))

  serve(explainTrust, async ({ params }) => ({ path: await rights.pathTo(params.pubkey) }))
}

export function ruleRoutes(serve: Serve<AdminSession>, { own }: Pick<Parts, 'own'>): void {
  serve(listAccessRules, () => own.list())

  serve(saveAccessRules, ({ body, session }) => own.save(body.rules, body.revision, session.actor))
}

export function undoRoutes(serve: Serve<AdminSession>, { undo }: { readonly undo: UndoService }): void {
  serve(listAccessChanges, async ({ session }) => ({ changes: await undo.list(session.account.role) }))

  serve(undoAccessChange, ({ params, session }) =>
    undo.undo(params.id, { actor: session.actor, role: session.account.role }),
  )
}

export function memberRoutes(serve: Serve<AdminSession>, { members }: Pick<Parts, 'members'>): void {
  serve(listAccessInvitations, () => members.listInvitations())

  serve(createAccessInvitation, async ({ body, session }) => ({
    invitation: await members.invite(body, session.actor),
  }))

  serve(removeAccessInvitations, ({ body, session }) => members.withdraw(body.codes, session.actor))

  serve(listAccessMembers, ({ query: { q, limit, offset } }) => members.listMembers({ text: q, limit, offset }))

  serve(removeAccessMembers, ({ body, session }) => members.remove(body.pubkeys, session.actor))
}
