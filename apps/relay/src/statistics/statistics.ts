import type { RelayDatabase } from '../database/relay-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { ChangeCounter } from './change-counter.ts'
import { CounterStore } from './counter-store.ts'
import { CountingTally } from './counting-tally.ts'
import { openHistory } from './open-history.ts'
import { StatisticsService } from './statistics-service.ts'
import { Traffic, type TrafficOptions } from './traffic.ts'

export interface Statistics {
  readonly tally: CountingTally
  readonly traffic: Traffic
  readonly service: StatisticsService
  /** Starts counting events, including those since the last run. */
  follow(events: EventStore): ChangeCounter
  close(): Promise<void>
}

/** `trafficPath`: the file named by `general.relay_stats_db`, or ':memory:'. */
export async function openStatistics(
  database: RelayDatabase,
  options: TrafficOptions & { readonly trafficPath: string; readonly hasStandby?: boolean },
): Promise<Statistics> {
  const counters = new CounterStore(database.reads)
  const stored = () => counters.storedBytes()
  const { trafficPath, hasStandby = false, logger } = options
  const openStore = (path: string) => openHistory(path, { database, hasStandby, logger })
  const traffic = await Traffic.open(trafficPath, { ...options, stored, openStore })
  const tally = new CountingTally(counters, err => logger.error({ err }, 'a listener failed on new figures'))
  database.addHook(tally)
  let follower: ChangeCounter | undefined
  // If another program locks the file, the figures lag behind.
  const settle = async () => follower?.settle().catch(() => {})
  return {
    tally,
    traffic,
    service: new StatisticsService({ counters, traffic, settle, now: options.now }),
    follow(events) {
      follower = new ChangeCounter({ database, counters, tally, events, logger })
      return follower
    },
    close: () => traffic.close(),
  }
}
