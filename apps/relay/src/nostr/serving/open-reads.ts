import type { Logger } from '@hornets/server/process/logger'
import type { SharedPlace, SharedReads } from '../../events/event-store.ts'

export interface ReadsOptions {
  readonly now: () => number
  readonly log: Logger
}

/** Only the code of its engine is loaded. */
export async function openReads(place: SharedPlace, { now, log }: ReadsOptions): Promise<SharedReads> {
  if (place.engine === 'postgres') {
    const { PostgresSharedReads } = await import('../../events/postgres/reading/postgres-shared-reads.ts')
    return new PostgresSharedReads(place, { now, log })
  }
  const { LmdbSharedReads } = await import('../../events/lmdb/shared-reads.ts')
  return new LmdbSharedReads(place, now)
}
