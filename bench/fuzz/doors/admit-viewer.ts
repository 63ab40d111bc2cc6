import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { PasswordHasher } from '../../../apps/relay/src/accounts/password/password.ts'
import { AdminDatabase } from '../../../apps/relay/src/database/admin-database.ts'
import { writer } from '../../nostr/signed-event.ts'

export async function admitViewer(folder: string, token = randomBytes(32).toString('base64url')): Promise<string> {
  const token_hash = createHash('sha256').update(token).digest('hex')
  const [id, now] = [randomUUID(), Date.now()]
  const { pubkey } = writer(`viewer ${id}`)
  const password = await new PasswordHasher({ memoryKib: 64, passes: 1, lanes: 1 }).hash(id)
  const device = { address: '127.0.0.1', user_agent: '', password_at: 0 }
  const database = await AdminDatabase.open(join(folder, 'admin.db'))
  await database
    .transact(async tx => {
      const account = { id, pubkey, password, role: 'viewer' as const, created_at: now, profile: '{}' }
      await tx.insertInto('accounts').values(account).execute()
      const session = { token_hash, account_id: id, created_at: now, last_used_at: now, ...device }
      await tx.insertInto('sessions').values(session).execute()
    })
    .finally(() => database.close())
  return token
}
