import { type Kysely, sql } from 'kysely'

export interface PeopleTables {
  people: {
    id: number
    pubkey: string
    events: number
    bytes: number
    files: number
    file_bytes: number
    events_1h: number
    events_24h: number
    events_30d: number
    /** Arrivals, Unix seconds. Deleting events changes neither. */
    first_seen: number
    last_seen: number
    /** Up to which change they are counted, if a crash ended a round before its end (195-people-counted-to). */
    counted_to: number
  }
  /** The events of a window by parts of it: they leave `people` when their part ends. */
  people_slots: { span: number; slot: number; person: number; events: number }
  /** One row: the last counted change. Until `is_built`, only events up to the number `built_to` are counted. */
  people_state: { counted: number; built_to: number; is_built: number }
}

const sortKeys = ['events_1h', 'events_24h', 'events_30d', 'events', 'bytes + file_bytes', 'last_seen']
const inFiles = (prefix: string) => `(${prefix}.trashed = 0)`

export async function up(db: Kysely<unknown>): Promise<void> {
  const run = (text: string) => sql.raw(text).execute(db)
  const counts = ['events', 'bytes', 'files', 'file_bytes', 'events_1h', 'events_24h', 'events_30d']
  const columns = [...counts, 'first_seen', 'last_seen'].map(name => `${name} INTEGER NOT NULL DEFAULT 0`)
  await run(`CREATE TABLE people (id INTEGER PRIMARY KEY, pubkey TEXT NOT NULL UNIQUE, ${columns.join(', ')}) STRICT`)
  for (const [at, key] of sortKeys.entries()) {
    await run(`CREATE INDEX people_sort_${at} ON people (${key}, id) WHERE events + files > 0`)
  }
  await run('CREATE INDEX people_gone ON people (last_seen) WHERE events + files <= 0')
  await run(`CREATE TABLE people_slots (span INTEGER NOT NULL, slot INTEGER NOT NULL, person INTEGER NOT NULL,
    events INTEGER NOT NULL, PRIMARY KEY (span, slot, person)) STRICT, WITHOUT ROWID`)
  await run(
    'CREATE TABLE people_state (counted INTEGER NOT NULL, built_to INTEGER NOT NULL, is_built INTEGER NOT NULL) STRICT',
  )
  await run('INSERT INTO people_state SELECT number, 0, 0 FROM counted_changes')
  await run(`INSERT INTO people (pubkey, files, file_bytes, first_seen, last_seen)
    SELECT pubkey, sum(trashed = 0), sum((trashed = 0) * bytes), min(uploaded_at), max(uploaded_at)
    FROM file_owners WHERE pubkey <> '' GROUP BY pubkey`)
  await run(`CREATE TRIGGER people_file_added AFTER INSERT ON file_owners WHEN NEW.pubkey <> '' BEGIN
    INSERT INTO people (pubkey, files, file_bytes, first_seen, last_seen)
    VALUES (NEW.pubkey, ${inFiles('NEW')}, ${inFiles('NEW')} * NEW.bytes, NEW.uploaded_at, NEW.uploaded_at)
    ON CONFLICT (pubkey) DO UPDATE SET files = files + excluded.files, file_bytes = file_bytes + excluded.file_bytes,
      first_seen = CASE first_seen WHEN 0 THEN excluded.first_seen ELSE min(first_seen, excluded.first_seen) END,
      last_seen = max(last_seen, excluded.last_seen); END`)
  await run(`CREATE TRIGGER people_file_changed AFTER UPDATE OF bytes, trashed ON file_owners BEGIN
    UPDATE people SET files = files + ${inFiles('NEW')} - ${inFiles('OLD')},
      file_bytes = file_bytes + ${inFiles('NEW')} * NEW.bytes - ${inFiles('OLD')} * OLD.bytes
    WHERE pubkey = NEW.pubkey; END`)
  await run(`CREATE TRIGGER people_file_gone AFTER DELETE ON file_owners BEGIN
    UPDATE people SET files = files - ${inFiles('OLD')}, file_bytes = file_bytes - ${inFiles('OLD')} * OLD.bytes
    WHERE pubkey = OLD.pubkey; END`)
}
