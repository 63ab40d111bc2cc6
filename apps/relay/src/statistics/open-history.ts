import { existsSync } from 'node:fs'
import type { Logger } from '@hornets/server/process/logger'
import type { RelayDatabase } from '../database/relay-database.ts'
import { TrafficStore } from './traffic-store.ts'

export interface HistoryParts {
  readonly database: RelayDatabase
  readonly hasStandby: boolean
  readonly logger: Logger
}

/** In the file at `path`, or in `relay.db` while there is a standby, which gets a copy of it. What is at the other place moves. */
export async function openHistory(path: string, parts: HistoryParts): Promise<TrafficStore> {
  const shared = TrafficStore.in(parts.database)
  const isNew = await shared.isEmpty()
  if (parts.hasStandby) {
    if (isNew && existsSync(path)) await takeOver(path, shared, parts.logger)
    return shared
  }
  const own = await TrafficStore.open(path)
  try {
    if (!isNew) await move(shared, own)
    return own
  } catch (error) {
    await own.close()
    throw error
  }
}

/** The file stays: it may be one of the operator's that cannot be read. */
async function takeOver(path: string, shared: TrafficStore, logger: Logger): Promise<void> {
  try {
    const own = await TrafficStore.open(path)
    await own
      .history()
      .then(history => shared.replace(history))
      .finally(() => own.close())
  } catch (err) {
    logger.error({ err, path }, 'cannot take over the traffic history, which begins empty')
  }
}

async function move(from: TrafficStore, to: TrafficStore): Promise<void> {
  await to.replace(await from.history())
  await from.replace({ minutes: [], spans: [], marks: [] })
}
