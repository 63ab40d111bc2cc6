import { randomUUID } from 'node:crypto'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import { newOperator, type Operator, type Relay } from '../harness.ts'

/** Adds an admin with an open session directly to the database, for tests that are not about becoming one. */
export async function putAdmin(relay: Relay, role: Role, profile: Record<string, unknown> = {}) {
  const operator: Operator = newOperator()
  const { adminDatabase, sessions, passwords, now } = relay.context
  const password = await passwords.hash(operator.password)
  const id = randomUUID()
  const token = await adminDatabase.transact(async tx => {
    await tx
      .insertInto('accounts')
      .values({ id, pubkey: operator.pubkey, password, role, created_at: now(), profile: JSON.stringify(profile) })
      .execute()
    return sessions.open(tx, id, { address: '127.0.0.1', userAgent: '' })
  })
  return { id, operator, token, role }
}

export const auditOf = (relay: Relay, action: string) =>
  relay.context.adminDatabase.reads
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action)
    .orderBy('id')
    .execute()
