import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Rounds } from '@hornets/server/rounds'
import type { Accounts } from '../accounts/accounts.ts'
import type { Sessions } from '../accounts/sessions/sessions.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { EventRemoval } from './access.ts'
import { AccessRules } from './access-rules.ts'
import { AccessService } from './access-service.ts'
import { AllowedEventsService } from './allowed-events-service.ts'
import { BannedEventsService } from './banned-events-service.ts'
import { inviteEvents } from './invitations/invite-events.ts'
import { MembersService } from './invitations/members-service.ts'
import { KeyQuotasService } from './key-quotas/key-quotas-service.ts'
import { LastOwner } from './last-owner.ts'
import { findNameBy } from './lists/find-name.ts'
import { ListsService } from './lists/lists-service.ts'
import { RolesService } from './member-roles/roles-service.ts'
import { RightsService } from './rights/rights-service.ts'
import { RulesService } from './rules/rules-service.ts'

export interface OpenAccessOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: EventRemoval & Pick<EventStore, 'query' | 'arrivals' | 'banned' | 'liftBan' | 'removeById'>
  readonly accounts: Pick<Accounts, 'owners' | 'onChange' | 'rolesOf'>
  readonly sessions: Pick<Sessions, 'addressesOf'>
  readonly isOwner: (pubkey: string) => boolean
  readonly relayPubkey: () => string
  readonly relayKey: () => Uint8Array
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** Undefined where nothing may go out. */
  readonly requests: Parameters<typeof findNameBy>[0]
  /** From the environment; applies until it is set in the console. */
  readonly minimumDifficulty: number
  readonly rounds: Rounds
  readonly now: Clock
  readonly logger: Logger
}

/** Follow lists that were deleted are noticed by then. */
const renewTrustEveryMs = 60 * 60_000
const writeRulesEveryMs = 1000

/** Whom the relay blocks and allows, who can write and read, and the rules of all of these. */
export async function openAccess(options: OpenAccessOptions) {
  const { database, audit, events, accounts, sessions, namesOf, isOwner, relayPubkey, now, logger } = options
  const access = await AccessService.open({
    database,
    audit,
    events,
    namesOf,
    now,
    logger,
    rolesOf: accounts.rolesOf.bind(accounts),
  })
  const lists = await ListsService.open({
    database,
    audit,
    namesOf,
    now,
    logger,
    findName: findNameBy(options.requests),
  })
  const { minimumDifficulty } = options
  const members = await MembersService.open({ database, audit, namesOf, now, logger })
  const isMember = members.isMember.bind(members)
  const rights = await RightsService.open({ database, audit, events, lists, isMember, minimumDifficulty, logger })
  const addressesOf = sessions.addressesOf.bind(sessions)
  const lastOwner = await LastOwner.open({ accounts, addressesOf, now, logger })
  const statuses = {
    isAllowed: lists.isAllowed.bind(lists),
    isMember,
    isPaying: rights.isPaying.bind(rights),
    isTrusted: rights.isTrusted.bind(rights),
  }
  const onTrustAsked = rights.askTrust.bind(rights)
  const own = await RulesService.open({ database, audit, events, statuses, onTrustAsked, now, logger })
  const allowedEvents = await AllowedEventsService.open({ database, audit, namesOf, now, logger })
  const rules = new AccessRules({ access, lists, allowedEvents, own, rights, lastOwner, isOwner, relayPubkey })
  const counting = options.rounds.open({ name: 'rules', everyMs: writeRulesEveryMs, work: () => own.write() })
  const renewing = options.rounds.open({ name: 'trust', everyMs: renewTrustEveryMs, work: () => rights.renew() })
  return {
    access,
    lists,
    members,
    rights,
    lastOwner,
    own,
    rules,
    allowedEvents,
    keyQuotas: await KeyQuotasService.open({ database, audit, logger, rolesOf: accounts.rolesOf.bind(accounts) }),
    memberRoles: await RolesService.open({ database, audit, logger }),
    bannedEvents: new BannedEventsService({ database, audit, events, namesOf, logger }),
    inviteFor: inviteEvents({ members, rolesOf: accounts.rolesOf.bind(accounts), relayKey: options.relayKey, now }),
    async close() {
      await renewing.close()
      await counting.close()
      await own.write()
      await rights.close()
    },
  }
}
