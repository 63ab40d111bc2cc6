import { type AnswerOf, type BodyOf, messages } from '@hornets/contract'
import {
  blockPubkey,
  blockPubkeys,
  deleteAuthorEvents,
  unblockPubkey,
  unblockPubkeys,
} from '@hornets/contract/admin/access'
import { putAccessEntries, removeAccessEntries } from '@hornets/contract/admin/access-lists'
import * as contract from '@hornets/contract/admin/accounts/people'
import type { AuditEntry } from '@hornets/contract/admin/audit'
import type { ReportNotification } from '@hornets/contract/admin/notifications/reports'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { KeyQuotasService } from '../access/key-quotas/key-quotas-service.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AuditReader } from '../audit/audit-reader.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { readEvents } from '../events/read-events.ts'
import { toPubkeyHex } from '../keys/nostr-keys.ts'
import { consoleScopeOf } from '../policy/read-policy.ts'
import type { ProfileReader } from '../profiles/profile-reader.ts'
import type { PeopleService, Reader } from './people-service.ts'
import { type NoteRow, PersonNotesStore } from './person-notes-store.ts'

export interface PersonParts {
  readonly people: PeopleService
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly auditReader: Pick<AuditReader, 'about'>
  readonly events: Pick<EventStore, 'query'>
  readonly profiles: Pick<ProfileReader, 'read'>
  readonly reports: {
    involving(pubkey: string, limit: number): Promise<{ against: ReportNotification[]; by: ReportNotification[] }>
  }
  readonly access: {
    blockOf(pubkey: string): Promise<{ readonly reason: string; readonly expires_at: string | null } | undefined>
  }
  readonly subscribers: {
    /** Throws ApiError('not_found'). */
    one(pubkey: string): Promise<NonNullable<contract.PersonDetails['subscription']>>
  }
  readonly keyQuotas: Pick<KeyQuotasService, 'of' | 'set'>
  /** The relay's own key; undefined where nothing is published. */
  readonly publisher: { write(pubkey: string, text: string): Promise<void> } | undefined
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  readonly now: Clock
}

export interface Moderator {
  readonly actor: Actor
  readonly role: Role
}

/** For a profile that other relays are asked for the first time. */
const waitMs = 1000
const casesShown = 50
const decisionsShown = 50
const eventsShown = 20

const decisions = [
  blockPubkey.audit.block,
  blockPubkey.audit.deletionBegun,
  blockPubkey.audit.deletion,
  unblockPubkey.audit,
  deleteAuthorEvents.audit.done,
  blockPubkeys.audit,
  unblockPubkeys.audit,
  putAccessEntries.audit.add,
  putAccessEntries.audit.update,
  removeAccessEntries.audit,
  contract.setPersonQuota.audit,
  contract.writeToPerson.audit,
] as const

/** One person: what they wrote, what was reported and decided, and what moderators note about them. */
export class PersonService {
  readonly #parts: PersonParts
  readonly #notes: PersonNotesStore

  constructor(parts: PersonParts) {
    this.#parts = parts
    this.#notes = new PersonNotesStore(parts.database.reads)
  }

  async one(given: string, { role, signal }: Reader): Promise<AnswerOf<typeof contract.getPerson>> {
    const pubkey = hexOf(given)
    const { people, reports, access, keyQuotas, publisher } = this.#parts
    const profiles = await this.#parts.profiles.read([pubkey], waitMs)
    const [{ person, firstSeen }, { events, next }, subscription, { against, by }, decided, notes, block] =
      await Promise.all([
        people.one(pubkey, role),
        this.events(pubkey, { limit: eventsShown }, { role, signal }),
        isAtLeast(role, 'operator') ? this.#subscriptionOf(pubkey) : undefined,
        reports.involving(pubkey, casesShown),
        this.decisionsAbout(pubkey),
        this.#notes.listNotes(pubkey),
        access.blockOf(pubkey),
      ])
    const { about = '', website = '' } = profiles.get(pubkey) ?? {}
    return {
      person,
      about,
      website,
      first_seen: firstSeen === 0 ? null : toTimestamp(firstSeen * 1000),
      events,
      events_next: next,
      ...(subscription !== undefined && { subscription }),
      block: block ? { reason: block.reason, expires_at: block.expires_at } : null,
      reports_against: against,
      reports_by: by,
      decisions: decided,
      notes: await this.#tell(notes),
      quota: keyQuotas.of(pubkey),
      can_write: publisher !== undefined,
    }
  }

  /** Newest first; those of one second stay together, so that no page leaves some out. */
  async events(
    given: string,
    { limit, until }: { readonly limit: number; readonly until?: number | undefined },
    { role, signal }: Reader,
  ): Promise<AnswerOf<typeof contract.listPersonEvents>> {
    const filter = { authors: [hexOf(given)], ...(until !== undefined && { until }) }
    const found = await readEvents(this.#parts.events, [filter], limit + 1, signal, consoleScopeOf(role))
    const last = found.at(-1)
    if (found.length <= limit || !last) return { events: found, next: null }
    const whole = found.filter(({ created_at }) => created_at > last.created_at)
    if (whole.length > 0) return { events: whole, next: last.created_at }
    return { events: found.slice(0, limit), next: Math.max(0, last.created_at - 1) }
  }

  /** Throws ApiError as the service does. */
  async setQuota(
    given: string,
    { reason, ...quota }: BodyOf<typeof contract.setPersonQuota>,
    { actor }: Moderator,
  ): Promise<AnswerOf<typeof contract.setPersonQuota>> {
    return { quota: await this.#parts.keyQuotas.set(hexOf(given), quota, reason, actor) }
  }

  async addNote(given: string, text: string, { actor }: Moderator): Promise<contract.PersonNote> {
    const { database, audit, now } = this.#parts
    const row = { pubkey: hexOf(given), text, at: now(), by: actor.pubkey ?? '' }
    const added = await database.transact(async tx => {
      if ((await this.#notes.listNotes(row.pubkey, tx)).length >= contract.notesMax)
        throw new ApiError('conflict', messages.tooManyNotes)
      const note = await this.#notes.addNote(tx, row)
      await audit.recordChange(tx, { actor, action: contract.addPersonNote.audit, target: row.pubkey, after: { text } })
      return note
    })
    const [note] = await this.#tell([added])
    return note as contract.PersonNote
  }

  /** Throws ApiError('not_found'), and ApiError('forbidden') for somebody else's note. */
  async removeNote(given: string, id: number, { actor, role }: Moderator): Promise<void> {
    const { database, audit } = this.#parts
    const pubkey = hexOf(given)
    await database.transact(async tx => {
      const note = (await this.#notes.listNotes(pubkey, tx)).find(one => one.id === id)
      if (!note) throw new ApiError('not_found', messages.noteUnknown)
      if (note.by !== actor.pubkey && !isAtLeast(role, 'owner')) throw new ApiError('forbidden', messages.noteOfAnother)
      await this.#notes.deleteNote(tx, id)
      const before = { text: note.text, by: note.by }
      await audit.recordChange(tx, { actor, action: contract.removePersonNote.audit, target: pubkey, before })
    })
  }

  /** Recorded before it is sent, without its text. */
  async write(given: string, text: string, { actor }: Moderator): Promise<void> {
    const { database, audit, publisher } = this.#parts
    const pubkey = hexOf(given)
    if (!publisher) throw new ApiError('unavailable', messages.relaySilent)
    const entry = { actor, action: contract.writeToPerson.audit, target: pubkey, after: { characters: text.length } }
    await database.transact(tx => audit.recordChange(tx, entry))
    await publisher.write(pubkey, text)
  }

  async decisionsAbout(pubkey: string): Promise<contract.PersonDecision[]> {
    const targets = [pubkey, `allowed-pubkeys: ${pubkey}`]
    const entries = await this.#parts.auditReader.about(targets, decisions, decisionsShown)
    return entries.map(({ id, at, action, actor, actorName, after }) => ({
      id,
      at,
      action,
      by: actor,
      by_name: actorName,
      reason: textIn(after, 'reason') ?? '',
      expires_at: textIn(after, 'expires_at') ?? null,
    }))
  }

  async #subscriptionOf(pubkey: string): Promise<contract.PersonDetails['subscription']> {
    try {
      const { status, tier, expires_at, used_bytes, total_bytes } = await this.#parts.subscribers.one(pubkey)
      return { status, tier, expires_at, used_bytes, total_bytes }
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') return null
      throw error
    }
  }

  async #tell(notes: readonly NoteRow[]): Promise<contract.PersonNote[]> {
    const names = await this.#parts.namesOf([...new Set(notes.map(({ by }) => by))])
    return notes.map(({ id, text, at, by }) => ({ id, text, at: toTimestamp(at), by, by_name: names.get(by) ?? '' }))
  }
}

function textIn(value: AuditEntry['after'], name: string): string | undefined {
  const found = value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined
  return typeof found === 'string' ? found : undefined
}

function hexOf(given: string): string {
  const pubkey = toPubkeyHex(given)
  if (pubkey !== null) return pubkey
  throw new ApiError('invalid_fields', messages.pubkeyInvalid, { fields: { pubkey: messages.pubkeyInvalid } })
}
