import { type Kysely, sql } from 'kysely'

/** By triggers, since many places change these states, and a missed outcome leaves a paid refund open. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const queue = "INSERT OR IGNORE INTO told_payments (txid, said) VALUES (NEW.txid, '')"
  const triggers = [
    `payment_made AFTER INSERT ON sends WHEN NEW.txid <> '' AND NEW.state <> 'draft'`,
    `payment_changed AFTER UPDATE OF state ON sends WHEN NEW.txid <> '' AND NEW.state <> 'draft'`,
    `outcome_changed AFTER UPDATE OF state, replaced_by ON transactions
     WHEN (OLD.state <> NEW.state OR OLD.replaced_by IS NOT NEW.replaced_by)
       AND EXISTS (SELECT 1 FROM sends WHERE txid = NEW.txid AND state <> 'draft')`,
  ]
  for (const trigger of triggers)
    await sql`CREATE TRIGGER ${sql.raw(trigger)} BEGIN ${sql.raw(queue)}; END`.execute(database)
  // Outcomes that older versions never reported.
  await sql`INSERT OR IGNORE INTO told_payments (txid, said)
    SELECT DISTINCT txid, '' FROM sends WHERE txid <> '' AND state <> 'draft'`.execute(database)
}
