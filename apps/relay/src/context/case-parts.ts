import { namesOf } from '../accounts/names.ts'
import type { Actor } from '../audit/audit-log.ts'
import { openCases } from '../cases/open-cases.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { JudgeParts } from './judge-parts.ts'
import type { MediaParts } from './media-parts.ts'
import type { openPeopleParts } from './people-parts.ts'
import type { PolicyParts } from './policy-parts.ts'

export type CaseParts = ReturnType<typeof openCaseParts>

type Parts = AdminParts & EventParts & PolicyParts & MediaParts & JudgeParts & ReturnType<typeof openPeopleParts>

export function openCaseParts({ rounds, now, logger, opened }: Frame, parts: Parts) {
  const { adminDatabase: database, audit, events, access, publisher, relay, judges, reports, statuses, persons } = parts
  const opening = openCases({
    database,
    audit,
    events,
    access,
    publisher,
    rounds,
    now,
    logger,
    statuses,
    profiles: parts.profiles,
    reports: parts.verdicts,
    judged: judges.judgedVerdicts,
    files: { restore: (hashes: readonly string[], actor: Actor) => parts.media.manager.editor.restore(hashes, actor) },
    relayKey: () => relay.pubkey(),
    namesOf: pubkeys => namesOf(database.reads, pubkeys),
    decisionsAbout: pubkey => persons.decisionsAbout(pubkey),
    words: { events, lists: parts.lists, reports },
    inboxes: [reports.inbox, judges.cases.inbox],
  })
  const { close: _close, ...services } = opened.adopt(opening, part => part.close())
  return services
}
