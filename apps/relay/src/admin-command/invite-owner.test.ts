import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { expect, it } from 'vitest'
import { AccountsByCommand } from '../accounts/by-command.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { AdminDatabase } from '../database/admin-database.ts'
import { inviteOwner } from './invite-owner.ts'

it('refuses invitations on an unclaimed relay, which has a setup token', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'invite-owner-'))
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  const audit = new AuditLog(database, () => 1, createLogger({ name: 'test', level: 'silent' }))
  const accounts = new AccountsByCommand(database, audit)
  const said: string[] = []
  const parts = { dataDir: folder, database, audit, accounts, say: (line: string) => said.push(line) }
  await expect(inviteOwner.run({ ...parts, askSecret: undefined }, [])).rejects.toThrow('has no admin yet')
  expect([said, await database.reads.selectFrom('invitations').selectAll().execute()]).toEqual([[], []])
  await database.close()
  await rm(folder, { recursive: true })
})
