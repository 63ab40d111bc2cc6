import { DatabaseAway } from '@hornets/server/database/when-free'
import type pg from 'pg'
import { openSession, sessionSettings } from '../session.ts'

const connectMs = 3000
/** A server that says nothing for so long is away: the main process would notice nothing else. */
const silentMs = 6000

/** A connection of the standby's own. */
export function connect(url: string, isLong = false): Promise<pg.Client> {
  const settings = {
    ...sessionSettings(url, 'hornets standby'),
    connectionTimeoutMillis: connectMs,
    ...(!isLong && { query_timeout: silentMs }),
  }
  return openSession(settings).catch(error => {
    throw new DatabaseAway((error as Error).message, { cause: error })
  })
}
