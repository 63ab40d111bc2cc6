import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { openAccess } from '../access/open-access.ts'
import { UndoService } from '../access/undo-service.ts'
import { isAdminOf, isOwnerOf } from '../accounts/is-owner.ts'
import { namesOf } from '../accounts/names.ts'
import { GrantsService } from '../management/grants-service.ts'
import { ownIdentity } from '../nostr/relay-info/own-identity.ts'
import { RelayNames } from '../nostr/relay-info/relay-names.ts'
import { HttpAuthorizer } from '../nostr/signed-calls/http-authorizer.ts'
import { HeldFiles } from '../policy/held-files.ts'
import { Policy } from '../policy/policy.ts'
import { openPublisher } from '../publisher/open-publisher.ts'
import { openReports } from '../reports/open-reports.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'

export type PolicyParts = Awaited<ReturnType<typeof openPolicyParts>>

export async function openPolicyParts(frame: Frame, { events, ...admin }: AdminParts & EventParts) {
  const { adminDatabase: database, audit, settings, relaySettings, maintenance, accounts, sessions } = admin
  const { config, bus, sandbox, now, logger, opened } = frame
  const isOwner = await isOwnerOf(accounts, logger)
  const isAdmin = await isAdminOf(accounts, logger)
  const names = new RelayNames({ publicUrl: config.publicUrl, settings })
  const signedCalls = new HttpAuthorizer({ isGenuine: frame.isGenuine, isOurs: names.isOurs.bind(names), now })
  const relay = ownIdentity(settings, () => names.addresses())
  const judging = opened.adopt(
    await openAccess({
      database,
      audit,
      events,
      accounts,
      sessions,
      isOwner,
      now,
      logger,
      rounds: frame.rounds,
      minimumDifficulty: config.minPowDifficulty,
      requests: sandbox ? undefined : new GuardedRequests({ wayOut: frame.wayOut }),
      namesOf: pubkeys => namesOf(database.reads, pubkeys),
      relayPubkey: () => relay.pubkey(),
      relayKey: () => settings.relayKey(),
    }),
    part => part.close(),
  )
  const { access, lists, members, own, rights, rules, memberRoles } = judging
  const reporting = { database, events, now, logger }
  const reports = opened.adopt(openReports(reporting), part => part.settled())
  const policy = new Policy({ relaySettings, access: rules, rules, relay, maintenance, now })
  const membersToName = () => (rights.current().write === 'invited' ? members.keys() : null)
  const rolesToName = () => memberRoles.list()
  const publishing = { settings, relaySettings, membersToName, rolesToName, events, bus, now, logger }
  const publisher = sandbox ? undefined : opened.adopt(openPublisher(publishing), part => part.settled())
  const grants = new GrantsService({
    database,
    audit,
    accounts,
    namesOf: pubkeys => namesOf(database.reads, pubkeys),
    now,
    logger,
  })
  const undoing = [members, memberRoles, judging.allowedEvents, judging.bannedEvents, judging.keyQuotas, grants]
  const others = undoing.map(({ undoable }) => undoable)
  const undo = new UndoService({ ...admin, database, access, lists, rights, own, others, now })
  const held = new HeldFiles(() => relaySettings.current().moderationMode)
  return { ...judging, names, signedCalls, relay, isOwner, isAdmin, reports, policy, held, publisher, grants, undo }
}
