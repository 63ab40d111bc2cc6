import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NostrEvent } from '@hornets/contract'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { relayMigrations } from '../../src/database/migrations/relay.ts'

export interface OldFolder {
  readonly folder: string
  readonly from: string
  readonly to: string
  readonly keptAs: string
  readonly textPath: string
}

export const filesIn = (folder: string): OldFolder => ({
  folder,
  from: join(folder, 'relay.db'),
  to: join(folder, 'events.lmdb'),
  keptAs: join(folder, 'kept.db'),
  textPath: join(folder, 'text.db'),
})

/** What a relay of that time had removed: ids with their authors, an address, a banned id. */
interface Removed {
  readonly deleted: NostrEvent
  readonly deletedVersion: NostrEvent
  readonly banned: NostrEvent
}

/** A data folder as left by versions before the event store had its own file. The caller removes it. */
export async function makeOldFolder(events: readonly NostrEvent[], removed: Removed): Promise<OldFolder> {
  const paths = filesIn(await mkdtemp(join(tmpdir(), 'old-folder-')))
  const names = ['001-events', '002-files', '003-counters'] as const
  const migrating = kyselyOver<never>(openSqlite(paths.from))
  await migrate(migrating, Object.fromEntries(names.map(name => [name, relayMigrations[name] as never])))
  await migrating.destroy()
  const old = openSqlite(paths.from)
  const insert = old.prepare(`INSERT INTO events
    (seq, id, pubkey, kind, created_at, id_key, author_key, expires_at, d, received_at, json)
    VALUES (?, ?, ?, ?, ?, 0, 0, NULL, NULL, ?, ?)`)
  const bytes = (text: string) => Buffer.from(text, 'hex')
  old.exec('BEGIN')
  for (const [at, event] of events.entries()) {
    const { id, pubkey, kind, created_at } = event
    insert.run(2 * at + 1, bytes(id), bytes(pubkey), kind, created_at, 1_700_000_000, JSON.stringify(event))
  }
  const { deleted, deletedVersion, banned } = removed
  old.prepare('INSERT INTO deleted_ids VALUES (?, ?)').run(bytes(deleted.id), bytes(deleted.pubkey))
  old.prepare("INSERT INTO deleted_addresses VALUES (?, 30023, 'gone', 100)").run(bytes(deletedVersion.pubkey))
  old.prepare('INSERT INTO banned_ids VALUES (?)').run(bytes(banned.id))
  old.exec(`INSERT INTO kind_months VALUES (1, 24286, 2500, 99);
    INSERT INTO files VALUES ('f00', 'image/png', 7, 1700000000); INSERT INTO file_owners VALUES ('f00', 'a', 5); COMMIT`)
  old.close()
  return paths
}
