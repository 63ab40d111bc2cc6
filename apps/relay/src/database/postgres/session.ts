import pg from 'pg'

const connectMs = 5000

export const sessionSettings = (url: string, name: string) => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
})

/** A lost connection fails its query, or the next one. */
export const leaveToItsQuery = () => {}

/** `alone`: throws what is said `otherwise` if another session has the lock. */
export async function openSession(
  settings: pg.ClientConfig,
  alone?: { readonly lock: string; readonly otherwise: string },
): Promise<pg.Client> {
  const client = new pg.Client(settings)
  client.on('error', leaveToItsQuery)
  try {
    await client.connect()
    if (alone && !(await takeLock(client, alone.lock))) throw new Error(alone.otherwise)
    return client
  } catch (error) {
    // One that never connected may never end.
    void client.end().catch(() => {})
    throw error
  }
}

/** Whether this session has it, as long as it lasts. */
export async function takeLock(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS is_ours', [name])
  // Accounts read it as a number.
  return Boolean(rows[0]?.is_ours)
}
