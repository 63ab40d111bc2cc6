import { createHash, randomBytes } from 'node:crypto'
import { messages, type NostrEvent } from '@hornets/contract'
import {
  type AccessInvitation,
  createAccessInvitation,
  invitationsMax,
  removeAccessInvitations,
  removeAccessMembers,
} from '@hornets/contract/admin/access-invitations'
import { undoHours } from '@hornets/contract/admin/refusals/undo'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import pLimit from 'p-limit'
import type { Actor, AuditEntry, AuditLog } from '../../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../../database/admin-database.ts'
import type { SavedEntries, Undoable } from '../undoable.ts'
import { type InvitationRow, type MemberRow, MembersStore } from './members-store.ts'

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

/** The log has no code: who reads it could join. */
const namedAs = (code: string) => `invitation ${createHash('sha256').update(code).digest('hex').slice(0, 16)}`

const changedSince = () => new ApiError('conflict', messages.changedSince)

const weekMs = 7 * 86_400_000
const byRequest = 'NIP-43'

/** Members of the relay, and the invitations with which keys join (NIP-43). */
export class MembersService {
  readonly undoable: Undoable = {
    actions: [createAccessInvitation.audit, removeAccessInvitations.audit, removeAccessMembers.audit.end],
    touches: ({ target }) => [`member ${target}`],
    revert: (entries, { actor }) => this.#revert(entries, actor),
  }
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
      const after = { note, uses_max, expires_at }
      await audit.recordChange(tx, { actor, action: createAccessInvitation.audit, target: namedAs(row.code), after })
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
      await this.#keep(tx, { invitations: rows })
      const entries = rows.map(({ code, note }) => ({
        actor,
        action: removeAccessInvitations.audit,
        target: namedAs(code),
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
        const members = await this.#rows.deleteMembers(tx, wanted)
        // Who left is not brought back.
        if (action === removeAccessMembers.audit.end) await this.#keep(tx, { members })
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

  /** For an undo, and no longer than that is possible. */
  async #keep(tx: AdminTransaction, gone: { invitations?: InvitationRow[]; members?: MemberRow[] }): Promise<void> {
    const now = this.#parts.now()
    await this.#rows.forgetUndone(tx, now - undoHours * 3_600_000)
    await this.#rows.keepWithdrawn(tx, gone.invitations ?? [], now)
    await this.#rows.keepEnded(tx, gone.members ?? [], now)
  }

  #revert(entries: SavedEntries, actor: Actor): Promise<void> {
    const { action } = entries[0]
    return this.#changes(async () => {
      const { database } = this.#parts
      const targets = entries.map(({ target }) => target)
      await database.transact(async tx => {
        if (action === removeAccessMembers.audit.end) await this.#renew(tx, targets, actor)
        else if (action === removeAccessInvitations.audit) await this.#offerAgain(tx, targets, actor)
        else await this.#withdrawUnused(tx, targets, actor)
      })
      if (action === removeAccessMembers.audit.end) for (const pubkey of targets) this.#members.add(pubkey)
      this.#onChange.emit()
    })
  }

  async #renew(tx: AdminTransaction, pubkeys: readonly string[], actor: Actor): Promise<void> {
    const rows = await this.#rows.takeEnded(tx, pubkeys)
    if (rows.length < pubkeys.length || pubkeys.some(pubkey => this.#members.has(pubkey))) throw changedSince()
    for (const row of rows) await this.#rows.insertMember(tx, row)
    const entries = pubkeys.map(target => ({ actor, action: removeAccessMembers.audit.renew, target }))
    await this.#parts.audit.recordChanges(tx, entries)
  }

  async #offerAgain(tx: AdminTransaction, names: readonly string[], actor: Actor): Promise<void> {
    const wanted = new Set(names)
    const rows = (await this.#rows.listWithdrawn(tx)).filter(({ code }) => wanted.has(namedAs(code)))
    if (rows.length < names.length) throw changedSince()
    await this.#rows.deleteWithdrawn(
      tx,
      rows.map(({ code }) => code),
    )
    for (const row of rows) await this.#rows.insertInvitation(tx, row)
    const entries = rows.map(({ code, note }) => ({
      actor,
      action: createAccessInvitation.audit,
      target: namedAs(code),
      after: { note },
    }))
    await this.#parts.audit.recordChanges(tx, entries)
  }

  async #withdrawUnused(tx: AdminTransaction, names: readonly string[], actor: Actor): Promise<void> {
    const wanted = new Set(names)
    const rows = (await this.#rows.listInvitationsIn(tx)).filter(({ code }) => wanted.has(namedAs(code)))
    if (rows.length < names.length) throw changedSince()
    const gone = await this.#rows.deleteInvitations(
      tx,
      rows.map(({ code }) => code),
    )
    await this.#keep(tx, { invitations: gone })
    const entries = gone.map(({ code, note }) => ({
      actor,
      action: removeAccessInvitations.audit,
      target: namedAs(code),
      before: { note },
    }))
    await this.#parts.audit.recordChanges(tx, entries)
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
