import { type Kysely, sql } from 'kysely'

/** Webhooks are shown by host: paths are secrets, too. The whole address is sealed already. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`UPDATE delivery_targets SET name = ${hostOf('name')} WHERE channel = 'webhook'`.execute(database)
  await sql`UPDATE notices SET facts = json_set(facts, '$.name', ${hostOf("json_extract(facts, '$.name')")})
    WHERE kind = 'security' AND json_extract(facts, '$.what') = 'webhookAdded'`.execute(database)
}

/** Of `https://host:port/path`. */
function hostOf(text: string) {
  const rest = `substr(${text}, instr(${text}, '://') + 3)`
  return sql.raw(`substr(${rest}, 1, instr(${rest} || '/', '/') - 1)`)
}
