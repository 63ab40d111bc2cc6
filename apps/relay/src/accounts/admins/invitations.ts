import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import {
  type Invitation,
  type InvitationMail,
  type inviteAdmin,
  revokeInvitation,
} from '@hornets/contract/admin/accounts/admins'
import type { readInvitation } from '@hornets/contract/admin/accounts/auth'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import { MailError } from '../../mail/mailer.ts'
import type { Mails } from '../../mail/mails.ts'
import { AccountStore } from '../account-store.ts'
import type { AdminSession } from '../sessions/sessions.ts'
import { hashOfToken } from '../sessions/token.ts'
import { profileOf } from '../user.ts'
import { AdminStore, type InvitationRow } from './admin-store.ts'
import { invitationPath, invitedAtTheServer, makeInvitation } from './make-invitation.ts'

const lifetimeMs = 7 * 24 * 60 * 60_000

export interface InvitationsOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly mails: Mails
  readonly now: Clock
}

/** Invitation links made by owners: valid for seven days and one sign-up, stored as hashes. */
export class Invitations {
  readonly #parts: InvitationsOptions
  readonly #rows: AdminStore
  readonly #accounts: AccountStore

  constructor(parts: InvitationsOptions) {
    this.#parts = parts
    this.#rows = new AdminStore(parts.database.reads)
    this.#accounts = new AccountStore(parts.database.reads)
  }

  async list(): Promise<Invitation[]> {
    const { now } = this.#parts
    return (await this.#rows.listInvitations(now())).map(shown)
  }

  /** Only this call returns the token. `origin` is the console's address for the mail. */
  async create(
    { actor, account }: AdminSession,
    { role, email }: BodyOf<typeof inviteAdmin>,
    origin: string | undefined,
  ): Promise<AnswerOf<typeof inviteAdmin>> {
    const { database, audit, now } = this.#parts
    const invitation = { actor, invitedBy: account.pubkey, role, email, now: now(), lifetimeMs }
    const { token, row } = await makeInvitation(database, audit, invitation)
    const link = origin && origin + invitationPath(token)
    return { token, link: link ?? null, invitation: shown(row), mail: await this.#mail(row, account.id, link) }
  }

  /** Throws ApiError('not_found'). */
  async revoke({ actor }: AdminSession, id: string): Promise<void> {
    const { database, audit, now } = this.#parts
    const gone = await database.transact(async tx => {
      const row = await this.#rows.deleteInvitation(tx, id, now())
      if (!row) return undefined
      const before = { id, role: row.role }
      await audit.recordChange(tx, { actor, action: revokeInvitation.audit, target: row.email, before })
      return row
    })
    if (!gone) throw new ApiError('not_found', messages.invitationUnknown)
  }

  /** What a link offers. Throws ApiError('not_found'). */
  async read(token: string): Promise<AnswerOf<typeof readInvitation>> {
    const row = await this.find(token)
    if (!row) throw new ApiError('not_found', messages.invitationUnknown)
    return { role: row.role, invitedBy: inviterOf(row), expiresAt: toTimestamp(row.expires_at) }
  }

  find(token: string): Promise<InvitationRow | undefined> {
    return this.#rows.findInvitation(hashOfToken(token), this.#parts.now())
  }

  /** Uses up the invitation within the sign-up's transaction; undefined if it no longer exists. */
  take(tx: AdminTransaction, token: string): Promise<InvitationRow | undefined> {
    return this.#rows.takeInvitation(tx, hashOfToken(token), this.#parts.now())
  }

  async #mail(row: InvitationRow, inviterId: string, link: string | undefined): Promise<InvitationMail> {
    const { mails } = this.#parts
    const { id, email, role, expires_at: until } = row
    if (email === '') return 'none'
    if (!mails.isOn) return 'off'
    if (link === undefined) return 'unnamed'
    const inviter = await this.#accounts.findAccount(inviterId)
    const lang = inviter ? profileOf(inviter).lang : ''
    const isWanted = async () => (await this.#rows.listInvitations(this.#parts.now())).some(one => one.id === id)
    try {
      const isTaken = await mails.send(
        { address: email, lang },
        ({ invitation }, { relay, time }) => invitation({ relay, role, link, until: time(until) }),
        { until, isWanted },
      )
      return isTaken ? 'sent' : 'waiting'
    } catch (error) {
      if (error instanceof MailError) return 'failed'
      throw error
    }
  }
}

const shown = (row: InvitationRow): Invitation => ({
  id: row.id,
  role: row.role,
  email: row.email,
  invitedBy: inviterOf(row),
  createdAt: toTimestamp(row.created_at),
  expiresAt: toTimestamp(row.expires_at),
})

/** Null if it was made on the command line. */
export const inviterOf = ({ invited_by }: InvitationRow): string | null =>
  invited_by === invitedAtTheServer ? null : invited_by
