import type { Kysely } from 'kysely'
import type { RelayTransaction } from '../database/relay-database.ts'
import type { RelayTables } from '../database/relay-tables.ts'
import type { FileGroup } from './file-group.ts'

export interface ProfileRow {
  readonly event_id: string
  /** Months since which the author has had a profile, and announced these, without a break. */
  readonly since: number
  readonly lightning_since: number | null
  readonly dht_since: number | null
  readonly both_since: number | null
}

export interface ProfileMonth {
  profiles: number
  lightning: number
  dht: number
  both: number
}

export class CounterStore {
  readonly #reads: Kysely<RelayTables>

  constructor(reads: Kysely<RelayTables>) {
    this.#reads = reads
  }

  addToKind(tx: RelayTransaction, kind: number, month: number, count: number, bytes: number): void {
    tx.run(
      `INSERT INTO kind_months (kind, month, count, bytes) VALUES (?, ?, ?, ?)
       ON CONFLICT (kind, month) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
      kind,
      month,
      count,
      bytes,
    )
    if (count <= 0) tx.run('DELETE FROM kind_months WHERE kind = ? AND month = ? AND count = 0', kind, month)
  }

  addToFiles(tx: RelayTransaction, group: FileGroup, month: number, count: number, bytes: number): void {
    tx.run(
      `INSERT INTO file_months (file_group, month, count, bytes) VALUES (?, ?, ?, ?)
       ON CONFLICT (file_group, month) DO UPDATE SET count = count + excluded.count, bytes = bytes + excluded.bytes`,
      group,
      month,
      count,
      bytes,
    )
    if (count <= 0) tx.run('DELETE FROM file_months WHERE file_group = ? AND month = ? AND count = 0', group, month)
  }

  addToProfiles(tx: RelayTransaction, month: number, added: ProfileMonth): void {
    tx.run(
      `INSERT INTO profile_months (month, profiles, lightning, dht, both) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (month) DO UPDATE SET profiles = profiles + excluded.profiles,
         lightning = lightning + excluded.lightning, dht = dht + excluded.dht, both = both + excluded.both`,
      month,
      added.profiles,
      added.lightning,
      added.dht,
      added.both,
    )
  }

  profile(tx: RelayTransaction, pubkey: string): ProfileRow | undefined {
    return tx.get<ProfileRow>(
      'SELECT event_id, since, lightning_since, dht_since, both_since FROM profiles WHERE pubkey = ?',
      pubkey,
    )
  }

  putProfile(tx: RelayTransaction, pubkey: string, row: ProfileRow): void {
    tx.run(
      `INSERT OR REPLACE INTO profiles (pubkey, event_id, since, lightning_since, dht_since, both_since)
       VALUES (?, ?, ?, ?, ?, ?)`,
      pubkey,
      row.event_id,
      row.since,
      row.lightning_since,
      row.dht_since,
      row.both_since,
    )
  }

  removeProfile(tx: RelayTransaction, pubkey: string): void {
    tx.run('DELETE FROM profiles WHERE pubkey = ?', pubkey)
  }

  countedChange(tx: RelayTransaction): number {
    return tx.get<{ number: number }>('SELECT number FROM counted_changes')?.number ?? 0
  }

  putCountedChange(tx: RelayTransaction, number: number): void {
    tx.run('UPDATE counted_changes SET number = ?', number)
  }

  eventBytesByMonth(firstMonth: number): Promise<{ month: number; bytes: number }[]> {
    return this.#reads
      .selectFrom('kind_months')
      .select(({ fn }) => ['month', fn.sum<number>('bytes').as('bytes')])
      .where('month', '>=', firstMonth)
      .groupBy('month')
      .execute()
  }

  fileBytesByMonth(firstMonth: number): Promise<{ month: number; bytes: number }[]> {
    return this.#reads
      .selectFrom('file_months')
      .select(({ fn }) => ['month', fn.sum<number>('bytes').as('bytes')])
      .where('month', '>=', firstMonth)
      .groupBy('month')
      .execute()
  }

  kinds(): Promise<{ kind: number; count: number; bytes: number }[]> {
    return this.#reads
      .selectFrom('kind_months')
      .select(({ fn }) => ['kind', fn.sum<number>('count').as('count'), fn.sum<number>('bytes').as('bytes')])
      .groupBy('kind')
      .orderBy('bytes', 'desc')
      .orderBy('kind')
      .execute()
  }

  kindMonths(kind: number, earliest: number): Promise<{ month: number; bytes: number }[]> {
    return this.#reads
      .selectFrom('kind_months')
      .select(['month', 'bytes'])
      .where('kind', '=', kind)
      .where('month', '>=', earliest)
      .orderBy('month')
      .execute()
  }

  async eventCount(): Promise<number> {
    const row = await this.#reads
      .selectFrom('kind_months')
      .select(({ fn }) => fn.sum<number | null>('count').as('count'))
      .executeTakeFirst()
    return row?.count ?? 0
  }

  async storedBytes(): Promise<{ notes: number; media: number }> {
    const sumOf = async (table: 'kind_months' | 'file_months') => {
      const all = this.#reads.selectFrom(table).select(({ fn }) => fn.sum<number | null>('bytes').as('bytes'))
      return (await all.executeTakeFirst())?.bytes ?? 0
    }
    return { notes: await sumOf('kind_months'), media: await sumOf('file_months') }
  }

  async fileCounts(): Promise<Partial<Record<FileGroup, number>>> {
    const rows = await this.#reads
      .selectFrom('file_months')
      .select(({ fn }) => ['file_group', fn.sum<number>('count').as('count')])
      .groupBy('file_group')
      .execute()
    return Object.fromEntries(rows.map(row => [row.file_group, row.count]))
  }

  profileMonths(): Promise<(ProfileMonth & { month: number })[]> {
    return this.#reads.selectFrom('profile_months').selectAll().orderBy('month').execute()
  }
}
