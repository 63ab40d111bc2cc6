import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { findNameBy } from '../access/lists/find-name.ts'
import { namesOf } from '../accounts/names.ts'
import { openPeople } from '../people/open-people.ts'
import type { AdminParts } from './admin-parts.ts'
import type { EventParts } from './event-parts.ts'
import type { Frame } from './frame.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { SubscriptionParts } from './subscription-parts.ts'

type Parts = AdminParts & EventParts & PolicyParts & SubscriptionParts

export function openPeopleParts({ sandbox, wayOut, now }: Frame, parts: Parts) {
  const { adminDatabase: database, audit, auditReader, events, reports, access, publisher, subscriptions } = parts
  return openPeople({
    database,
    audit,
    auditReader,
    events,
    profiles: parts.profiles,
    reports,
    access,
    publisher,
    subscribers: subscriptions.subscribers,
    keyQuotas: parts.keyQuotas,
    now,
    store: parts.peopleStore,
    status: { ...parts, quotas: subscriptions.quotas },
    namesOf: pubkeys => namesOf(database.reads, pubkeys),
    findName: findNameBy(sandbox ? undefined : new GuardedRequests({ wayOut })),
  })
}
