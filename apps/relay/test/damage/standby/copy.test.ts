import { randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { createLogger } from '@hornets/server/process/logger'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { takeLock } from '../../../src/database/postgres/session.ts'
import { CopyAhead } from '../../../src/database/postgres/standby/copy-ahead.ts'
import { MainLock } from '../../../src/database/postgres/standby/main-lock.ts'
import { Replicator } from '../../../src/database/postgres/standby/replicator.ts'
import { makeTables, schema } from '../../../src/database/postgres/standby/sql.ts'
import { findCopy, restoreCopy } from '../../../src/database/postgres/standby/stored-copy.ts'
import { RelayDatabase, type RelayTransaction } from '../../../src/database/relay-database.ts'
import { makeDataDir } from '../../harness.ts'
import { type Cluster, startCluster } from '../../support/servers/postgres-cluster.ts'

const log = createLogger({ name: 'test', level: 'silent' })

/** Every row of every table, and every trigger and index. */
function contentOf(path: string): Record<string, unknown> {
  const database = new DatabaseSync(path, { readOnly: true })
  const made = database.prepare('SELECT type, name, sql FROM sqlite_master ORDER BY type, name').all()
  const tables = made.filter(({ type }) => type === 'table').map(({ name }) => String(name))
  const rows = tables.map(name => {
    const all = database.prepare(`SELECT * FROM "${name}"`).all()
    return [name, all.map(row => JSON.stringify(row)).sort()]
  })
  database.close()
  return { made, ...Object.fromEntries(rows) }
}

const hashOf = (at: number) => at.toString(16).padStart(64, '0')
const insertFile = `INSERT OR REPLACE INTO files (hash, mime, bytes, received_at, checked_at, name, folded, owner, store)
  VALUES (?, 'image/png', ?, ?, 0, ?, 'a', ?, 1)`
const insertOwner = 'INSERT OR IGNORE INTO file_owners (hash, pubkey, uploaded_at, shared) VALUES (?, ?, 1, 0)'

/** Rows come, change and go, with what the triggers do and with tables that have no primary key. */
function changeSomething(tx: RelayTransaction): void {
  const [at, owner] = [randomInt(40), hashOf(randomInt(5))]
  const hash = hashOf(at)
  const what = randomInt(6)
  if (what < 3) {
    tx.run(insertFile, hash, randomInt(1000), randomInt(1000), `${at}`, owner)
    tx.run(insertOwner, hash, owner)
  } else if (what === 3) tx.run('DELETE FROM file_owners WHERE hash = ?', hash)
  else if (what === 4) tx.run('UPDATE files SET trashed = 1 - trashed WHERE hash = ?', hash)
  else tx.run('DELETE FROM files WHERE hash = ?', hash)
  tx.run('UPDATE counted_changes SET number = number + 1')
  tx.run('INSERT INTO file_rounds (began_at, files, bytes, files_done, bytes_done) VALUES (1, 2, 3, 4, 5)')
  // Its number stays taken.
  tx.run('DELETE FROM file_rounds WHERE id % 2 = 0')
}

describe.runIf(process.env.POSTGRES)('the copy of relay.db in PostgreSQL', () => {
  let cluster: Cluster
  let folder: string
  let path: string
  let lock: MainLock
  let database: RelayDatabase
  let replicator: Replicator
  const lost: string[] = []

  const connect = async () => {
    const client = new pg.Client({ connectionString: cluster.url })
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const ask = async (sql: string) => {
    const client = await connect()
    return (await client.query(sql).finally(() => client.end())).rows
  }
  beforeAll(async () => {
    cluster = await startCluster(process.env.POSTGRES ?? '', { isQuick: true })
  })
  afterAll(() => cluster?.close())
  beforeEach(async () => {
    folder = await makeDataDir()
    path = join(folder, 'relay.db')
    database = await RelayDatabase.open(path)
    await begin()
    lost.length = 0
  })
  afterEach(async () => {
    await replicator.close()
    await database.close()
    await lock.close()
    await ask(`DROP SCHEMA ${schema} CASCADE`)
    await rm(folder, { recursive: true })
  })
  async function begin() {
    const client = await connect()
    await makeTables(client)
    await expect.poll(() => takeLock(client, schema)).toBe(true)
    lock = await MainLock.begin(client, {
      url: cluster.url,
      eventsUrl: cluster.url,
      log,
      onLost: why => lost.push(why),
    })
    const copy = await lock.run(findCopy)
    const markPath = join(folder, 'mark')
    replicator = await database.follow(writer =>
      Replicator.open({ path, writer, lock, url: cluster.url, copy, markPath, log }),
    )
  }
  /** As a command does. */
  function writeBeside(): void {
    const other = new DatabaseSync(path)
    other.exec("INSERT INTO file_bans (hash, reason, at) VALUES ('ff', '', 1)")
    other.close()
  }
  const newAhead = () => new CopyAhead({ url: cluster.url, path: join(folder, 'elsewhere.db'), log })
  async function restored(ahead = newAhead()) {
    const to = join(folder, 'elsewhere.db')
    const client = await connect()
    const copy = await findCopy(client)
    if (!copy) throw new Error('there is no copy')
    await restoreCopy(client, copy, to, ahead).finally(() => client.end())
    return contentOf(to)
  }

  it('has every row, trigger and index after any transactions, also undone ones', async () => {
    for (let round = 0; round < 30; round++) {
      for (let at = randomInt(8); at > 0; at--) {
        database.transact(changeSomething)
        const undone = () =>
          database.transact(tx => {
            changeSomething(tx)
            throw new Error('undone')
          })
        expect(undone).toThrow('undone')
      }
      await database.replicated()
    }
    expect(Number((await ask(`SELECT count(*) FROM ${schema}.changes`))[0]?.count)).toBeGreaterThan(0)
    expect(await restored()).toEqual(contentOf(path))
  })

  it('stores a commit before `replicated` resolves', async () => {
    const other = await connect()
    await other.query(`BEGIN; LOCK TABLE ${schema}.changes`)
    database.transact(tx => void tx.run(insertFile, hashOf(1), 1, 1, 'a', hashOf(2)))
    let isStored = false
    const both = Promise.all([database.replicated(), database.replicated()]).then(() => {
      isStored = true
    })
    await pause(300)
    expect(isStored).toBe(false)
    await other.query('COMMIT')
    await both
    await other.end()
    expect((await restored()).files).toEqual(contentOf(path).files)
  })

  it('stores a whole copy after a command has written beside the relay, and drops the changes before it', async () => {
    writeBeside()
    database.transact(changeSomething)
    await database.replicated()
    // A round can have made the copy before the last change, which then stays.
    await expect.poll(() => restored()).toEqual(contentOf(path))
    const [left] = await ask(
      `SELECT count(*) FROM ${schema}.changes WHERE position <= (SELECT position FROM ${schema}.snapshot)`,
    )
    expect(Number(left?.count)).toBe(0)
  })

  it('keeps changes until the whole copy after them is stored', async () => {
    const but = ({ file_bans: _banned, ...tables }: Record<string, unknown>) => tables
    const other = await connect()
    await other.query(`BEGIN; LOCK TABLE ${schema}.snapshot_parts IN SHARE MODE`)
    writeBeside()
    const isStuck = async () =>
      await ask("SELECT pid FROM pg_locks WHERE NOT granted AND relation = 'hornets_standby.snapshot_parts'::regclass")
    await expect
      .poll(async () => {
        database.transact(changeSomething)
        await database.replicated()
        return (await isStuck()).length
      })
      .toBe(1)
    expect(but(await restored())).toEqual(but(contentOf(path)))
    await ask(`SELECT pg_terminate_backend(${(await isStuck())[0]?.pid})`)
    await other.query('COMMIT')
    await other.end()
    expect(but(await restored())).toEqual(but(contentOf(path)))
    await expect.poll(() => restored()).toEqual(contentOf(path))
  })

  it('has the copy before while the next one is not whole, also without a change between them', async () => {
    const before = await restored()
    await ask(`CREATE FUNCTION ${schema}.full() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE ''full''; END';
      CREATE TRIGGER is_full BEFORE INSERT ON ${schema}.snapshot_parts FOR EACH ROW EXECUTE FUNCTION ${schema}.full()`)
    const failed = vi.spyOn(log, 'warn')
    onTestFinished(() => failed.mockRestore())
    writeBeside()
    await expect.poll(() => failed.mock.calls.length, { timeout: 10_000 }).toBeGreaterThan(0)
    expect(await restored()).toEqual(before)
    await ask(`DROP TRIGGER is_full ON ${schema}.snapshot_parts`)
    await expect.poll(() => restored(), { timeout: 10_000 }).toEqual(contentOf(path))
  })

  it('a machine that waits has each whole copy, and takes over with the changes alone', async () => {
    const [ahead, client] = [newAhead(), await connect()]
    onTestFinished(() => client.end())
    await ahead.look(client)
    writeBeside()
    const isNew = async () => (await ask(`SELECT position FROM ${schema}.snapshot WHERE position > 1`)).length === 1
    await expect.poll(isNew, { timeout: 10_000 }).toBe(true)
    // The first one may still be on its way.
    for (let look = 0; look < 5; look++) await pause(100).then(() => ahead.look(client))
    database.transact(changeSomething)
    await database.replicated()
    await ahead.settled()
    await ask(`DELETE FROM ${schema}.snapshot_parts`)
    expect(await restored(ahead)).toEqual(contentOf(path))
    await ahead.close()
  })

  it('fails while the database is away, and then stores everything once and in order', async () => {
    await cluster.kill()
    database.transact(changeSomething)
    await expect(database.replicated()).rejects.toThrow()
    database.transact(changeSomething)
    await cluster.start()
    await expect
      .poll(
        () =>
          database.replicated().then(
            () => true,
            () => false,
          ),
        { timeout: 10_000 },
      )
      .toBe(true)
    expect(await restored()).toEqual(contentOf(path))
    expect(lost).toEqual([])
  }, 30_000)

  it('takes nothing more from a main process when another one has become it', async () => {
    database.transact(changeSomething)
    await database.replicated()
    const [before, first, earlier] = [await restored(), lock, replicator]
    const client = await connect()
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'hornets main 1'`,
    )
    await expect.poll(() => takeLock(client, schema)).toBe(true)
    lock = await MainLock.begin(client, { url: cluster.url, eventsUrl: cluster.url, log, onLost: () => {} })
    database.transact(changeSomething)
    await expect(earlier.replicated()).rejects.toThrow()
    await expect.poll(() => lost.length).toBe(1)
    const late = await connect()
    await expect(first.assertMain(late)).rejects.toThrow('another machine has become the main one')
    await late.end()
    expect(await restored()).toEqual(before)
    await first.close()
  })
})
