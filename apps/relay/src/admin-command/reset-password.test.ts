import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@hornets/server/process/logger'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { AccountsByCommand } from '../accounts/by-command.ts'
import { PasswordHasher } from '../accounts/password/password.ts'
import { AuditLog } from '../audit/audit-log.ts'
import { AdminDatabase } from '../database/admin-database.ts'
import { resetPassword } from './reset-password.ts'

const pubkey = '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798'
let folder: string
let database: AdminDatabase
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reset-password-'))
  database = await AdminDatabase.open(join(folder, 'admin.db'))
  const account = { id: 'a', pubkey, password: 'before', role: 'owner' as const, created_at: 1 }
  await database.transact(tx => tx.insertInto('accounts').values(account).execute())
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

async function run(...typed: string[]) {
  const said: string[] = []
  const audit = new AuditLog(database, () => 1, createLogger({ name: 'test', level: 'silent' }))
  const accounts = new AccountsByCommand(database, audit)
  const askSecret = async () => typed.shift() ?? ''
  const say = (line: string) => said.push(line)
  const code = await resetPassword.run({ dataDir: folder, database, audit, accounts, say, askSecret }, [])
  const { password } = await database.reads.selectFrom('accounts').select('password').executeTakeFirstOrThrow()
  return { code, said: said.join('\n'), password }
}

it('PROFILE-07: a password against the rule and two that differ are refused, and the old one stays', async () => {
  await expect(run('weak')).rejects.toThrow('Minimum eight characters')
  await expect(run('Abcdefg1', 'Abcdefg2')).rejects.toThrow('do not match')
  const { password } = await database.reads.selectFrom('accounts').select('password').executeTakeFirstOrThrow()
  expect(password).toBe('before')
})

// Hashes at full cost, so it is slow on a busy machine.
it('PROFILE-07: a typed one is taken and never shown; an empty one is made by the rule and shown once', async () => {
  const typed = await run('Abcdefg1', 'Abcdefg1')
  expect(typed.said).not.toContain('Abcdefg1')
  const passwords = new PasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 })
  await expect(passwords.verify('Abcdefg1', typed.password)).resolves.toBe(true)
  const made = await run('')
  const shown = /shown only once: (\S{20})/.exec(made.said)?.[1] ?? ''
  await expect(passwords.verify(shown, made.password)).resolves.toBe(true)
}, 20_000)
