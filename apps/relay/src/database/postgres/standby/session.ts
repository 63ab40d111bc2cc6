import { DatabaseAway } from '@hornets/server/database/when-free'
import pg from 'pg'

const connectMs = 3000
/** A server that says nothing for so long is away: the main process would notice nothing else. */
const silentMs = 6000

/** A connection of the standby's own. */
export async function connect(url: string, isLong = false): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'hornets standby',
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    ...(!isLong && { query_timeout: silentMs }),
  })
  // A lost connection fails its query, or the next one.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    void client.end().catch(() => {})
    throw new DatabaseAway((error as Error).message, { cause: error })
  }
}
