import { DatabaseSync } from 'node:sqlite'

interface OldSubscriber {
  readonly npub: string
  readonly tier?: string
  readonly expires?: string
  readonly bytes?: number
  readonly address?: string
  readonly credit?: number
}

export function writeOldStatistics(path: string, subscribers: readonly OldSubscriber[]): void {
  const database = new DatabaseSync(path)
  database.exec(`CREATE TABLE paid_subscribers (id integer PRIMARY KEY AUTOINCREMENT, npub text, tier text NOT NULL,
    expiration_date datetime NOT NULL, storage_bytes integer DEFAULT 0, used_bytes integer DEFAULT 0,
    timestamp_hornets datetime, updated_at datetime);
    CREATE TABLE subscriber_addresses (id integer PRIMARY KEY AUTOINCREMENT, index_hornets text NOT NULL,
    address text NOT NULL UNIQUE, wallet_name text NOT NULL, status text DEFAULT 'available', allocated_at datetime,
    npub text UNIQUE, credit_sats integer DEFAULT 0);`)
  const paid = database.prepare(
    'INSERT INTO paid_subscribers (npub, tier, expiration_date, storage_bytes) VALUES (?, ?, ?, ?)',
  )
  const addresses = database.prepare(
    "INSERT INTO subscriber_addresses (index_hornets, address, wallet_name, npub, credit_sats) VALUES (?, ?, 'default', ?, ?)",
  )
  for (const [at, { npub, tier, expires = '', bytes = 0, address, credit = 0 }] of subscribers.entries()) {
    if (tier !== undefined) paid.run(npub, tier, expires, bytes)
    if (address !== undefined) addresses.run(String(at), address, npub, credit)
  }
  // Most addresses wait for somebody.
  addresses.run('9999', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', null, 0)
  database.close()
}
