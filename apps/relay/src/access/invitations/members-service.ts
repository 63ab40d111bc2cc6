import { randomBytes } from 'node:crypto'
import { messages, type NostrEvent } from '@hornets/contract'
import {
  type AccessInvitation,
  createAccessInvitation,
  invitationsMax,
  removeAccessInvitations,
  removeAccessMembers,
} from '@hornets/contract/admin/access-invitations'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditEntry, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase } from '../../database/admin-database.ts'
import { type InvitationRow, MembersStore } from './members-store.ts'

export interface MembersOptions {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly now: Clock
  readonly logger: Logger
}

export interface NewInvitation {
  readonly note: string
  readonly uses_max: number | null
  readonly expires_at: string | null
}

/** The answer to a request to join or to leave: the second and third field of OK. */
export type RequestAnswer =
  | { readonly accepted: true; readonly message: string }
  | { readonly accepted: false; readonly message: string; readonly cause: 'not-invited' }

const weekMs = 7 * 86_400_000
const byRequest = 'NIP-43'

/** Members of the relay, and the invitations with which keys join (NIP-43). */
export class MembersService {
  readonly #parts: MembersOptions
  readonly #rows: MembersStore
  readonly #members: Set<string>
  readonly #onChange: Emitter<void>
  readonly #changes = pLimit(1)

  private constructor(parts: MembersOptions, members: Set<string>) {
    this.#parts = parts
    this.#rows = new MembersStore(parts.database.reads)
    this.#members = members
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on a change of the members'))
  }

  static async open(parts: MembersOptions): Promise<MembersService> {
    return new MembersService(parts, new Set(await new MembersStore(parts.database.reads).listMemberKeys()))
  }

  /** Called after any change of members or invitations. */
  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  isMember(pubkey: string): boolean {
    return this.#members.has(pubkey)
  }

  keys(): ReadonlySet<string> {
    return this.#members
  }

  async listInvitations() {
    const invitations = await this.#tell(await this.#rows.listInvitations())
    return { invitations, count: invitations.length }
  }

  /** Throws ApiError('conflict') if there are too many. */
  async invite({ note, uses_max, expires_at }: NewInvitation, actor: Actor): Promise<AccessInvitation> {
    const { database, audit, now } = this.#parts
    const row: InvitationRow = {
      code: randomBytes(12).toString('base64url'),
      note,
      uses: 0,
      uses_max,
      created_at: now(),
      created_by: actor.pubkey,
      expires_at: expires_at === null ? null : Date.parse(expires_at),
    }
    await database.transact(async tx => {
      if ((await this.#rows.countInvitations(tx)) >= invitationsMax)
        throw new ApiError('conflict', messages.tooManyInvitations)
      await this.#rows.insertInvitation(tx, row)
      // The log has no code: who reads it could join.
      const after = { note, uses_max, expires_at }
      await audit.recordChange(tx, { actor, action: createAccessInvitation.audit, target: 'invitation', after })
    })
    this.#onChange.emit()
    const [invitation] = await this.#tell([row])
    return invitation as AccessInvitation
  }

  /** An unused code of this admin, for a request by Nostr (kind 28935): asking again gives the same one. */
  codeFor(pubkey: string): Promise<string> {
    return this.#changes(async () => {
      const now = this.#parts.now()
      const isGood = ({ created_by, note, uses, expires_at }: InvitationRow) =>
        created_by === pubkey && note === byRequest && uses === 0 && (expires_at ?? 0) > now
      const known = (await this.#rows.listInvitations()).find(isGood)
      if (known) return known.code
      const expires_at = toTimestamp(now + weekMs)
      return (await this.invite({ note: byRequest, uses_max: 1, expires_at }, { pubkey, address: null })).code
    })
  }

  async withdraw(codes: readonly string[], actor: Actor): Promise<{ removed: number }> {
    const { database, audit } = this.#parts
    const gone = await database.transact(async tx => {
      const rows = await this.#rows.deleteInvitations(tx, codes)
      const entries = rows.map(({ note }) => ({
        actor,
        action: removeAccessInvitations.audit,
        target: 'invitation',
        before: { note },
      }))
      await audit.recordChanges(tx, entries)
      return rows
    })
    if (gone.length > 0) this.#onChange.emit()
    return { removed: gone.length }
  }

  async listMembers(query: { text?: string | undefined; limit: number; offset: number }) {
    const { rows, count } = await this.#rows.searchMembers({ ...query, text: query.text || undefined })
    return { members: rows.map(row => ({ ...row, joined_at: toTimestamp(row.joined_at) })), count }
  }

  remove(pubkeys: readonly string[], actor: Actor): Promise<{ removed: number }> {
    return this.#end(pubkeys, actor, removeAccessMembers.audit.end)
  }

  /** A join request (kind 28934). Its signature and time must be checked before. */
  join({ pubkey, tags }: NostrEvent): Promise<RequestAnswer> {
    return this.#changes(async () => {
      if (this.#members.has(pubkey)) return { accepted: true, message: 'duplicate: you are a member already' }
      const code = tags.find(([name]) => name === 'claim')?.[1] ?? ''
      const { database, audit, now } = this.#parts
      const isIn = await database.transact(async tx => {
        if (!(await this.#rows.useInvitation(tx, code, now()))) return false
        await this.#rows.insertMember(tx, { pubkey, joined_at: now(), code })
        const actor = { pubkey, address: null }
        await audit.recordChange(tx, { actor, action: removeAccessMembers.audit.join, target: pubkey })
        return true
      })
      if (!isIn) {
        const message = 'restricted: this invitation is unknown, used or expired, ask for a new one'
        return { accepted: false, message, cause: 'not-invited' }
      }
      this.#members.add(pubkey)
      this.#onChange.emit()
      return { accepted: true, message: 'info: welcome, you are a member now' }
    })
  }

  /** A leave request (kind 28936). */
  async leave({ pubkey }: NostrEvent): Promise<RequestAnswer> {
    const { removed } = await this.#end([pubkey], { pubkey, address: null }, removeAccessMembers.audit.leave)
    return { accepted: true, message: removed > 0 ? '' : 'duplicate: you are not a member' }
  }

  #end(pubkeys: readonly string[], actor: Actor, action: AuditEntry['action']) {
    return this.#changes(async () => {
      const { database, audit } = this.#parts
      const wanted = pubkeys.filter(pubkey => this.#members.has(pubkey))
      if (wanted.length === 0) return { removed: 0 }
      await database.transact(async tx => {
        await this.#rows.deleteMembers(tx, wanted)
        await audit.recordChanges(
          tx,
          wanted.map(target => ({ actor, action, target })),
        )
      })
      for (const pubkey of wanted) this.#members.delete(pubkey)
      this.#onChange.emit()
      return { removed: wanted.length }
    })
  }

  async #tell(rows: readonly InvitationRow[]): Promise<AccessInvitation[]> {
    const names = await this.#parts.namesOf([...new Set(rows.flatMap(({ created_by }) => created_by ?? []))])
    return rows.map(({ expires_at, created_at, ...row }) => ({
      ...row,
      expires_at: expires_at === null ? null : toTimestamp(expires_at),
      created_at: toTimestamp(created_at),
      created_by_name: names.get(row.created_by ?? '') ?? '',
    }))
  }
}
