import type { OwnRule } from '@hornets/contract/admin/refusals/own-rules'
import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../../database/admin-database.ts'

export class RulesStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async listRules(): Promise<OwnRule[]> {
    const rows = await this.#reads.selectFrom('access_rules').selectAll().orderBy('place').execute()
    return rows.map(({ value }) => JSON.parse(value))
  }

  async putRules(tx: AdminTransaction, rules: readonly OwnRule[]): Promise<void> {
    await tx.deleteFrom('access_rules').execute()
    const rows = rules.map((rule, place) => ({ id: rule.id, place, value: JSON.stringify(rule) }))
    if (rows.length > 0) await tx.insertInto('access_rules').values(rows).execute()
  }

  /** By rule, from this day on. */
  async countsSince(day: number): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('access_rule_days')
      .select(['rule', ({ fn }) => fn.sum<number>('applied').as('applied')])
      .where('day', '>=', day)
      .groupBy('rule')
      .execute()
    return new Map(rows.map(({ rule, applied }) => [rule, Number(applied)]))
  }

  async addCounts(tx: AdminTransaction, day: number, counts: ReadonlyMap<string, number>): Promise<void> {
    const rows = [...counts].map(([rule, applied]) => ({ rule, applied }))
    await sql`INSERT INTO access_rule_days (rule, day, applied)
      SELECT value ->> 'rule', CAST(${day} AS BIGINT), CAST(value ->> 'applied' AS BIGINT) FROM json_each(${JSON.stringify(rows)}) WHERE true
      ON CONFLICT (rule, day) DO UPDATE SET applied = access_rule_days.applied + excluded.applied`.execute(tx)
  }

  async deleteCountsBefore(tx: AdminTransaction, day: number): Promise<void> {
    await tx.deleteFrom('access_rule_days').where('day', '<', day).execute()
  }

  listAges(): Promise<{ pubkey: string; first_at: number }[]> {
    return this.#reads.selectFrom('key_ages').selectAll().execute()
  }

  async putAges(tx: AdminTransaction, ages: readonly (readonly [pubkey: string, at: number])[]): Promise<void> {
    await sql`INSERT INTO key_ages (pubkey, first_at)
      SELECT value ->> 0, CAST(value ->> 1 AS BIGINT) FROM json_each(${JSON.stringify(ages)}) WHERE true
      ON CONFLICT (pubkey) DO UPDATE SET first_at = min(key_ages.first_at, excluded.first_at)`.execute(tx)
  }

  async deleteAges(tx: AdminTransaction): Promise<void> {
    await tx.deleteFrom('key_ages').execute()
  }
}
