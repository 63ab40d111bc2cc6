import type { RelayDatabase } from '../database/relay-database.ts'
import { CounterStore } from './counter-store.ts'
import { CountingTally } from './counting-tally.ts'
import { StatisticsService } from './service.ts'
import { Traffic, type TrafficOptions } from './traffic.ts'

/** The slice as `context.ts` holds it. */
export interface Statistics {
  readonly tally: CountingTally
  readonly traffic: Traffic
  readonly service: StatisticsService
  close(): Promise<void>
}

/** `trafficPath`: the file that `general.relay_stats_db` names, or ':memory:'. */
export async function openStatistics(
  database: RelayDatabase,
  options: TrafficOptions & { readonly trafficPath: string },
): Promise<Statistics> {
  const counters = new CounterStore(database.reads)
  const traffic = await Traffic.open(options.trafficPath, options)
  const tally = new CountingTally(counters)
  database.addWitness(tally)
  return {
    tally,
    traffic,
    service: new StatisticsService({ counters, traffic, now: options.now }),
    close: () => traffic.close(),
  }
}
