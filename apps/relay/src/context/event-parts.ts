import { general, outgoing, queryCache } from '@hornets/contract/admin/settings'
import { GuardedRequests } from '@hornets/server/outgoing/guarded-requests'
import { Integrity } from '../database/integrity.ts'
import { RelayDatabase } from '../database/relay-database.ts'
import { placeOf } from '../event-engine/engine-choice.ts'
import { EngineChoiceStore } from '../event-engine/engine-choice-store.ts'
import { finishMove } from '../event-engine/finish-move.ts'
import { MoveStore } from '../event-engine/move-store.ts'
import { cacheSettingsOf } from '../events/cache-settings.ts'
import { eventChecks, moveOldEvents, openEventStore } from '../events/data-files.ts'
import type { EventStore } from '../events/event-store.ts'
import { PeopleCounter } from '../people/people-counter.ts'
import { PeopleStore } from '../people/people-store.ts'
import { askRelay } from '../profiles/ask-relay.ts'
import { ProfileReader } from '../profiles/profile-reader.ts'
import { openStatistics } from '../statistics/statistics.ts'
import { version } from '../version.ts'
import type { AdminParts } from './admin-parts.ts'
import type { Frame } from './frame.ts'

export type EventParts = Awaited<ReturnType<typeof openEventParts>>

const checksFirst =
  'The relay has ended unexpectedly several times. It checks its databases before it opens them, which can take minutes.'

/** Checks of the data files, the event store, the relay database, and the statistics that follow both. */
export async function openEventParts(frame: Frame, { settings, adminDatabase, audit, box }: AdminParts) {
  const { config, sandbox, folder, now, logger, rounds, freeSpace, opened, onWait } = frame
  const engineChoices = new EngineChoiceStore(adminDatabase, box)
  const engineMoves = new MoveStore(adminDatabase, box)
  await moveOldEvents({ folder, log: logger })
  const checking = { folder: folder.path, logger, checks: eventChecks, onWait: () => onWait?.(checksFirst) }
  const integrity = opened.adopt(await Integrity.open(checking), part => part.close())
  const relayDatabase = opened.adopt(await RelayDatabase.open(folder.file('relay.db')), part => part.close())
  if (frame.standby) opened.adopt(await frame.standby.follow(relayDatabase), part => part.close())
  const trafficPath = folder.file(settings.get(general).relay_stats_db || general.fields.relay_stats_db.default)
  const counting = { trafficPath, now, logger, version, hasStandby: frame.standby !== undefined }
  const statistics = opened.adopt(await openStatistics(relayDatabase, counting), part => part.close())
  const moving = { database: adminDatabase, audit, choices: engineChoices, moves: engineMoves }
  await finishMove({ ...moving, dataDir: folder.path, now, logger, onWait })
  const store = await openEventStore({
    folder,
    now,
    log: logger,
    rounds,
    integrity,
    hasRoom: () => !freeSpace.isTight(),
    assertMain: frame.standby?.assertMain,
    ...(!sandbox && placeOf(await engineChoices.find(), config.eventsDatabase)),
  })
  const events = opened.adopt(store, part => part.close())
  events.setCache(cacheSettingsOf(settings.get(queryCache)))
  opened.defer(settings.onChange(queryCache, values => events.setCache(cacheSettingsOf(values))))
  opened.adopt(statistics.follow(events), part => part.close())
  const peopleStore = new PeopleStore(relayDatabase.scans)
  const counted = { database: relayDatabase, store: peopleStore, events, rounds, now, logger }
  const peopleCounter = opened.adopt(new PeopleCounter(counted), part => part.close())
  const profiles = opened.adopt(openProfiles(frame, settings, events), part => part.close())
  const counters = { peopleStore, peopleCounter, profiles }
  return { integrity, relayDatabase, statistics, events, engineChoices, engineMoves, ...counters }
}

function openProfiles(
  { sandbox, wayOut, isGenuine, now }: Frame,
  settings: AdminParts['settings'],
  events: EventStore,
) {
  const requests = new GuardedRequests({ wayOut })
  return new ProfileReader({
    events,
    isGenuine,
    now,
    isOn: () => !sandbox && settings.get(outgoing).fetch_profiles === true,
    ask: (address, filter, signal) => askRelay(requests, { address, filter, signal }),
  })
}
