import { randomUUID } from 'node:crypto'
import { inviteAdmin } from '@hornets/contract/admin/accounts/admins'
import type { Role } from '@hornets/contract/admin/accounts/auth'
import type { Actor, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { hashOfToken, newToken } from '../sessions/token.ts'
import { AdminStore, type InvitationRow } from './admin-store.ts'

/** Marks an invitation made on the command line. */
export const invitedAtTheServer = ''

export interface NewInvitation {
  readonly actor: Actor
  /** Public key of the owner, hex, or `invitedAtTheServer`. */
  readonly invitedBy: string
  readonly role: Role
  /** Empty if the link is shared without mail. */
  readonly email: string
  /** Milliseconds since 1970. */
  readonly now: number
  readonly lifetimeMs: number
}

/** Stores an invitation as a hash and audits it; only this call returns the token. */
export async function makeInvitation(
  database: AdminDatabase,
  audit: AuditLog,
  { actor, invitedBy, role, email, now, lifetimeMs }: NewInvitation,
): Promise<{ readonly token: string; readonly row: InvitationRow }> {
  const token = newToken()
  const row: InvitationRow = {
    id: randomUUID(),
    token_hash: hashOfToken(token),
    role,
    email,
    invited_by: invitedBy,
    created_at: now,
    expires_at: now + lifetimeMs,
  }
  const rows = new AdminStore(database.reads)
  await database.transact(async tx => {
    await rows.deleteExpiredInvitations(tx, now)
    await rows.insertInvitation(tx, row)
    await audit.recordChange(tx, { actor, action: inviteAdmin.audit, target: email, after: { id: row.id, role } })
  })
  return { token, row }
}

export const invitationPath = (token: string): string => `/auth/sign-up?invitation=${token}`
