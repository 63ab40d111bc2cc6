import { type Kysely, sql } from 'kysely'

/** One row: how many people have left events or files here, kept by triggers, so that a list need not count them. */
export interface PeoplePresentTables {
  people_present: { count: number }
}

const isPresent = (prefix: string) => `(${prefix}.events + ${prefix}.files > 0)`

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('CREATE TABLE people_present (count INTEGER NOT NULL) STRICT')
  await run('INSERT INTO people_present SELECT count(*) FROM people WHERE events + files > 0')
  await run(`CREATE TRIGGER people_present_added AFTER INSERT ON people WHEN ${isPresent('NEW')} BEGIN
    UPDATE people_present SET count = count + 1; END`)
  await run(`CREATE TRIGGER people_present_changed AFTER UPDATE OF events, files ON people
    WHEN ${isPresent('NEW')} <> ${isPresent('OLD')} BEGIN
    UPDATE people_present SET count = count + ${isPresent('NEW')} - ${isPresent('OLD')}; END`)
  await run(`CREATE TRIGGER people_present_gone AFTER DELETE ON people WHEN ${isPresent('OLD')} BEGIN
    UPDATE people_present SET count = count - 1; END`)
}
