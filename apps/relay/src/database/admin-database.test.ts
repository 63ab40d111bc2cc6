import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kyselyOver } from '@hornets/server/database/kysely-over'
import { assertMigrated, migrate } from '@hornets/server/database/migrate'
import { openSqlite } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AuditLog } from '../audit/audit-log.ts'
import { AdminDatabase, type AdminTransaction } from './admin-database.ts'
import { adminMigrations } from './migrations/admin.ts'
import { RelayDatabase } from './relay-database.ts'

let folder: string
let database: AdminDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'admin-database-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const block = (pubkey: string) => ({ pubkey, reason: '', blocked_at: 1 })
const blocked = () => database.reads.selectFrom('blocked_pubkeys').select('pubkey').execute()

describe('the admins’ database', () => {
  it('a transaction that fails leaves nothing behind', async () => {
    const failing = database.transact(async tx => {
      await tx.insertInto('blocked_pubkeys').values(block('a')).execute()
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await blocked()).toEqual([])
  })

  it('waits for the disk, except for what a start does again', async () => {
    const read = async (tx: AdminTransaction) => {
      const { rows } = await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(tx)
      return rows[0]?.synchronous
    }
    const failing = database.transactReplayable(() => Promise.reject(new Error('no')))
    await expect(failing).rejects.toThrow('no')
    const inTurn = [database.transact(read), database.transactReplayable(read), database.transact(read)]
    expect(await Promise.all(inTurn)).toEqual([2, 1, 2])
  })

  it('the connection that is read by cannot write', async () => {
    const insert = (database.reads as unknown as AdminTransaction).insertInto('blocked_pubkeys')
    await expect(insert.values(block('a')).execute()).rejects.toThrow('readonly')
  })

  it('the audit log accepts rows, and nothing can change or remove them', async () => {
    const audit = new AuditLog(database, () => 7, createLogger({ name: 'test', level: 'fatal' }))
    const actor = { pubkey: 'p', address: '127.0.0.1' }
    await database.transact(tx =>
      audit.recordChange(tx, { actor, action: 'access.block', target: 't', after: { a: 1 } }),
    )
    const raw = openSqlite(join(folder, 'admin.db'))
    expect(() => raw.exec("UPDATE audit_log SET action = 'other'")).toThrow('append-only')
    expect(() => raw.exec('DELETE FROM audit_log')).toThrow('append-only')
    raw.close()
    const rows = await database.reads.selectFrom('audit_log').selectAll().execute()
    expect(rows).toEqual([
      {
        id: 1,
        at: 7,
        actor: 'p',
        action: 'access.block',
        target: 't',
        before: null,
        after: '{"a":1}',
        ip: '127.0.0.1',
        outcome: 'done',
        hash: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ])
  })

  it('opening it again changes nothing', async () => {
    await database.transact(tx => tx.insertInto('blocked_pubkeys').values(block('a')).execute())
    await database.close()
    database = await AdminDatabase.open(join(folder, 'admin.db'))
    expect(await blocked()).toEqual([{ pubkey: 'a' }])
  })
})

it('a database that cannot be opened is named, with what is wrong with it', async () => {
  const path = join(folder, 'other.db')
  await writeFile(path, 'no database at all'.repeat(100))
  await expect(AdminDatabase.open(path)).rejects.toThrow(`${path} cannot be opened: file is not a database`)
  await expect(RelayDatabase.open(path)).rejects.toThrow(`${path} cannot be opened: file is not a database`)
})

it('a database that a newer version has changed is not opened by an older one, which says so', async () => {
  const path = join(folder, 'admin.db')
  const raw = openSqlite(path)
  raw.exec("INSERT INTO kysely_migration (name, timestamp) VALUES ('admin-999-later', '2030')")
  raw.close()
  await expect(AdminDatabase.open(path)).rejects.toThrow(/admin\.db cannot be opened: .*admin-999-later/)
  await expect(AdminDatabase.openUnchanged(path)).rejects.toThrow(/newer version has changed it \(admin-999-later\)/)
})

it('a command does not change a database of another version, and says what to do', async () => {
  const path = join(folder, 'earlier.db')
  await expect(AdminDatabase.openUnchanged(path)).rejects.toThrow(/\(001-accounts\): stop the relay that runs/)
  const earlier = Object.fromEntries(Object.entries(adminMigrations).filter(([name]) => name < '010'))
  const old = kyselyOver<never>(openSqlite(path))
  await migrate(old, earlier)
  await expect(AdminDatabase.openUnchanged(path)).rejects.toThrow(/\(010-wallet-labels\): stop the relay that runs/)
  await assertMigrated(old, earlier)
  await old.destroy()
})

it('completes a change on a full disk by releasing the reserve, and fails without one', async () => {
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
  const given = [true, true, false]
  database.whenFull(async () => given.shift() ?? false)
  let tries = 0
  const fullFor = (times: number) => {
    tries = 0
    return database.transact(async tx => {
      if (tries++ < times) throw full
      await tx.insertInto('blocked_pubkeys').values(block('a')).execute()
    })
  }
  await fullFor(1)
  expect([tries, await blocked()]).toEqual([2, [{ pubkey: 'a' }]])
  await expect(fullFor(9)).rejects.toBe(full)
  expect(tries).toBe(2)
  await expect(fullFor(9)).rejects.toBe(full)
  expect([tries, given]).toEqual([1, []])
})

it('others get their turn between transactions', async () => {
  const done: string[] = []
  const transactions = Array.from({ length: 5 }, (_, number) =>
    database.transact(async () => undefined).then(() => done.push(`transaction ${number}`)),
  )
  setImmediate(() => done.push('others'))
  await Promise.all(transactions)
  expect(done.indexOf('others')).toBeLessThan(2)
})
