import type { ClientBase } from 'pg'

/** The schema of what keeps two main processes apart, and of the copy of `relay.db`. */
export const schema = 'hornets_standby'

const lockKey = `hashtextextended('${schema}', 0)`

const mainTable = `
CREATE SCHEMA IF NOT EXISTS ${schema};
CREATE TABLE IF NOT EXISTS ${schema}.main (
  is_only boolean PRIMARY KEY DEFAULT true, epoch bigint NOT NULL, host text NOT NULL, beat bigint NOT NULL, key_check text
);
INSERT INTO ${schema}.main (epoch, host, beat) VALUES (0, '', 0) ON CONFLICT DO NOTHING;`

const otherTables = `
CREATE TABLE IF NOT EXISTS ${schema}.waiting (
  id text PRIMARY KEY, host text NOT NULL, since bigint NOT NULL, seen_at timestamptz NOT NULL, problem text
);
CREATE TABLE IF NOT EXISTS ${schema}.snapshot (
  is_only boolean PRIMARY KEY DEFAULT true, position bigint NOT NULL, bytes bigint NOT NULL, shape text NOT NULL, lineage text NOT NULL
);
CREATE TABLE IF NOT EXISTS ${schema}.snapshot_parts (
  position bigint, part integer, bytes bytea NOT NULL, PRIMARY KEY (position, part)
);
CREATE TABLE IF NOT EXISTS ${schema}.changes (position bigint PRIMARY KEY, bytes bytea NOT NULL);`

const makeAlone = `SELECT pg_advisory_xact_lock(hashtextextended('${schema} tables', 0));`

/** Two machines can start at the same time. */
export const makeTables = (client: ClientBase) => client.query(`BEGIN; ${makeAlone} ${mainTable} ${otherTables} COMMIT`)

/** In the database of events, which can be another one, only the number of the main process that may write. */
export const makeEpoch = (client: ClientBase) => client.query(`BEGIN; ${makeAlone} ${mainTable} COMMIT`)

const nameOf = (epoch: number) => `hornets main ${epoch}`

/** Tells the server whose session this is, so that a later main process can end it. */
export const nameSession = (client: ClientBase, epoch: number) =>
  client.query(`SELECT set_config('application_name', $1, false)`, [nameOf(epoch)])

/**
 * Names a session, then reads the number, in this order: a later main process raises the number first, and then ends the
 * named sessions of earlier ones.
 */
export async function readEpochAs(client: ClientBase, epoch: number): Promise<number> {
  await nameSession(client, epoch)
  return Number((await client.query(`SELECT epoch FROM ${schema}.main`)).rows[0]?.epoch ?? 0)
}

/** Sessions of earlier main processes: frozen ones, and those of machines that are gone without a word. */
export const endEarlierSessions = (client: ClientBase, epoch: number) =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name ~ '^hornets main \\d+$' AND substring(application_name FROM '\\d+')::bigint < $1
       AND datname = current_database() AND pid <> pg_backend_pid()`,
    [epoch],
  )

/** The main process has said nothing for too long. */
export const endHolderOfLock = (client: ClientBase) =>
  client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks
     WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND pid <> pg_backend_pid()
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND ((classid::bigint << 32) | objid::bigint) = ${lockKey}`,
  )
