import { type Kysely, sql } from 'kysely'

/** Earlier refunds are taken out of their months, without a rate: nobody recorded it. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`ALTER TABLE subscription_entries ADD COLUMN rate_cents INTEGER`.execute(database)
  await sql`
    WITH RECURSIVE steps (sats, kind, at, undoes) AS (
      SELECT sats, kind, at, undoes FROM subscription_entries
      WHERE kind IN ('refund', 'refund_cancelled', 'refund_stands')
      UNION ALL
      SELECT steps.sats, entry.kind, entry.at, entry.undoes
      FROM steps JOIN subscription_entries entry ON entry.id = steps.undoes WHERE steps.kind != 'refund'
    )
    INSERT INTO subscription_months
      (month, tier, new_subscribers, renewed, lost, payments, sats, usd_cents, unpriced_sats)
    SELECT strftime('%Y-%m', at / 1000, 'unixepoch') AS month, '', 0, 0, 0, 0, sum(sats), 0, sum(sats)
    FROM steps WHERE kind = 'refund' GROUP BY month
    ON CONFLICT (month, tier) DO UPDATE SET
      sats = subscription_months.sats + excluded.sats,
      unpriced_sats = subscription_months.unpriced_sats + excluded.unpriced_sats`.execute(database)
}
