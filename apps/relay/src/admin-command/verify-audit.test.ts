import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSqlite } from '@hornets/server/database/sqlite'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountsByCommand } from '../accounts/by-command.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { AdminDatabase } from '../database/admin-database.ts'
import { verifyAudit } from './verify-audit.ts'

let folder: string
let database: AdminDatabase
let audit: AuditLog
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'verify-audit-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
  audit = new AuditLog(database, () => 1, createLogger({ name: 'test', level: 'silent' }))
  for (const target of ['one', 'two', 'three'])
    await database.transact(tx =>
      audit.recordChange(tx, { actor: { pubkey: null, address: null }, action: 'access.block', target }),
    )
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function run(...words: string[]) {
  const said: string[] = []
  const accounts = new AccountsByCommand(database, audit)
  const say = (line: string) => said.push(line)
  const parts = { dataDir: folder, database, audit, accounts, say, askSecret: undefined }
  return { code: await verifyAudit.run(parts, words), said: said.join('\n') }
}

it('refuses a malformed hash', async () => {
  await expect(run('deadbeef')).rejects.toThrow('64 characters')
})

it('a log that was tampered with is named with its entry, and ends with a failure', async () => {
  const raw = openSqlite(join(folder, 'admin.db'))
  raw.exec("DROP TRIGGER audit_log_no_update; UPDATE audit_log SET target = 'other' WHERE id = 2")
  raw.close()
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Entry 2 does not match') })
})

it('finds an entry inserted before the first one', async () => {
  const raw = openSqlite(join(folder, 'admin.db'))
  raw.exec("INSERT INTO audit_log (id, at, action, target, outcome, hash) VALUES (-7, 1, 'try', 'zero', 'done', '')")
  raw.close()
  expect(await run()).toMatchObject({ code: 1, said: expect.stringContaining('Entry -7 does not match') })
})

it('detects a truncated log by a noted hash', async () => {
  expect(await run('1'.repeat(64))).toMatchObject({ code: 1, said: expect.stringContaining('truncated') })
})

it('a whole one says how many entries it has, and the hash to note', async () => {
  const { code, said } = await run()
  const head = /elsewhere\): ([0-9a-f]{64})/.exec(said)?.[1] ?? ''
  expect(code).toBe(0)
  expect(said).toContain('3 entries')
  expect(await run(head)).toMatchObject({ code: 0 })
})
