import { messages, type NostrEvent } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/notifications/moderation'
import {
  type ModerationNotification,
  moderationNotifications,
} from '@hornets/contract/admin/notifications/moderation-cases'
import type { Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { Actor, AuditEntry, AuditLog } from '../audit/audit-log.ts'
import type { Bus } from '../bus/bus.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { isInScope } from '../events/read-scope.ts'
import { Inbox } from '../inbox/inbox.ts'
import type { HeldFiles } from '../policy/held-files.ts'
import { consoleScopeOf, isPrivate } from '../policy/read-policy.ts'
import type { Publisher } from '../publisher/publisher.ts'
import { type CaseRow, type Decision, type JudgedMedia, type JudgeStore, openStates } from './judge-store.ts'
import { contentTypeOf, namedTypeOf } from './media-urls.ts'
import { previewOf } from './preview.ts'
import { fileSubject, hashIn, urlIn } from './subject.ts'

export interface ModerationParts {
  readonly database: AdminDatabase
  readonly store: JudgeStore
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'find' | 'hold' | 'removeById'>
  readonly files: HeldFiles
  readonly storedFiles: {
    typeOf(hash: string): Promise<string | undefined>
    trash(hash: string, actor: Actor): Promise<unknown>
    /** Signed links to files that are stored and, where they have one, to their thumbnails. */
    linksTo(hashes: readonly string[]): Promise<ReadonlyMap<string, MediaLinks>>
  }
  readonly bus: Pick<Bus, 'emit'>
  readonly publisher: Pick<Publisher, 'sign' | 'publish'> | undefined
  readonly moderationMode: () => 'strict' | 'passive'
  readonly now: Clock
  readonly logger: Logger
}

const dayMs = 86_400_000
const disputeMs = 2 * dayMs
const ticketKind = 19_841
const answerKind = 19_843
const worst: readonly Decision[] = ['BLOCK', 'UNKNOWN', 'FLAG', 'ALLOW']

/** What became of events and files whose media were judged, and what operators and authors do about it. */
export class ModerationCases {
  readonly inbox: Inbox<'moderation_cases', ModerationNotification>
  readonly #parts: ModerationParts

  constructor(parts: ModerationParts) {
    const { database, logger } = parts
    this.#parts = parts
    const calls = moderationNotifications
    this.inbox = new Inbox({ database, logger, calls, table: 'moderation_cases', show: rows => this.#shown(rows) })
  }

  /** Once all media of an event have a verdict, the event has one. */
  async settle(eventId: string): Promise<void> {
    const { store, events } = this.#parts
    const media = await store.mediaOf(eventId)
    if (media.length === 0 || media.some(({ decision }) => decision === null)) return
    const json = await events.find(eventId)
    if (json === null) return this.#forget(eventId)
    const event = JSON.parse(json) as NostrEvent
    const [decisive] = media.toSorted((one, other) => rankOf(one) - rankOf(other))
    if (!decisive) return
    const url = urlIn(decisive.subject)
    const mime = url === null ? undefined : namedTypeOf(url, event)
    const about = { id: eventId, pubkey: event.pubkey, media: decisive, mime, isPrivate: isPrivate(event) }
    if (decisive.decision === 'BLOCK') return this.#block(about)
    if (decisive.decision === 'UNKNOWN') return void (await this.#open(about, 'pending'))
    await this.#show(eventId, json)
    if (decisive.decision === 'FLAG') await this.#open(about, 'flagged')
    await this.#forget(eventId)
  }

  async release(eventId: string): Promise<void> {
    const json = await this.#parts.events.find(eventId)
    if (json !== null) await this.#show(eventId, json)
    await this.#forget(eventId)
  }

  async settleFile(hash: string, pubkey: string, mime?: string): Promise<void> {
    const { store, files } = this.#parts
    const verdict = await store.verdictOf(fileSubject(hash))
    if (!verdict) return
    const media = { subject: fileSubject(hash), ...verdict }
    files.set(hash, verdict.decision === 'BLOCK' ? 'blocked' : null)
    if (verdict.decision === 'BLOCK') await this.#open({ id: hash, pubkey, media, mime }, 'blocked')
    if (verdict.decision === 'FLAG') await this.#open({ id: hash, pubkey, media, mime }, 'flagged')
  }

  /** A stored file that the judge cannot be given, such as one that is too large, waits for the operator. */
  async openUnjudged(hash: string, pubkey: string): Promise<void> {
    if ((await this.#parts.storedFiles.typeOf(hash)) === undefined) return
    const media = {
      subject: fileSubject(hash),
      decision: 'UNKNOWN',
      confidence: 0,
      category: '',
      explanation: '',
    } as const
    await this.#open({ id: hash, pubkey, media }, 'pending')
  }

  stats() {
    return this.#parts.store.stats(Math.floor(this.#parts.now() / dayMs) * dayMs)
  }

  async preview(wanted: Parameters<typeof previewOf>[1]): Promise<contract.ModerationPreview> {
    return previewOf(await this.#parts.store.lastVerdicts(contract.previewedMax), wanted)
  }

  /** Stored events that wait for a decision; files have cases of their own. */
  async openEvents(limit: number): Promise<{ id: string; reason: string }[]> {
    const { store, events } = this.#parts
    const open = await store.openCases(limit)
    const found = await Promise.all(open.map(async ({ event_id }) => (await events.find(event_id)) !== null))
    return open.flatMap(({ event_id: id, reason }, at) => (found[at] ? { id, reason } : []))
  }

  async isOpen(id: string): Promise<boolean> {
    const row = await this.#parts.store.findCase('event_id', id)
    return row !== undefined && openStates.includes(row.state)
  }

  /** Throws ApiError('bad_request') unless it is blocked, ApiError('not_found') for messages that this role cannot read. */
  async blockedEvent(id: string, role: Role): Promise<NostrEvent> {
    await this.#blocked(id)
    const json = await this.#parts.events.find(id)
    if (json === null) throw new ApiError('bad_request', messages.notBlockedEvent)
    const event: NostrEvent = JSON.parse(json)
    if (!isInScope(consoleScopeOf(role), event)) throw new ApiError('not_found', messages.eventUnknown)
    return event
  }

  /** Shows it again, and everything that shows the same. Throws ApiError('bad_request') unless it is blocked. */
  async unblock(id: string, actor: Actor): Promise<void> {
    const row = await this.#blocked(id)
    const { events, files, store, database } = this.#parts
    const media = await store.mediaOf(id)
    const subjects = [
      fileSubject(id),
      ...media.flatMap(({ subject, decision }) => (decision === 'ALLOW' ? [] : subject)),
    ]
    await database.transact(tx => store.overrule(tx, subjects, 'ALLOW'))
    files.set(id, null)
    const json = await events.find(id)
    if (json !== null) await this.#show(id, json)
    await this.#close(row, 'released', contract.unblockEvent.audit, actor)
  }

  /** Throws ApiError('bad_request') unless it is blocked. */
  async delete(id: string, actor: Actor): Promise<void> {
    const row = await this.#blocked(id)
    const { store, events, storedFiles } = this.#parts
    const isFile = (await store.verdictOf(fileSubject(id))) ?? (await storedFiles.typeOf(id))
    if (isFile) await storedFiles.trash(id, actor)
    else await events.removeById(id, { ban: true, reason: row.reason, by: actor.pubkey })
    await this.#close(row, 'deleted', contract.deleteBlockedEvent.audit, actor)
  }

  async removeExpired(): Promise<void> {
    const { store, events, database, now } = this.#parts
    for (const row of await store.expired(now())) {
      await events.removeById(row.event_id, { ban: true, reason: row.reason })
      await database.transact(tx => store.updateCase(tx, row.id, { state: 'deleted', expires_at: null }))
      this.inbox.changed()
    }
  }

  /** Kind 19842 by the author of a blocked event: it comes before the operator and is kept until a verdict. */
  async dispute({ id, pubkey, tags }: NostrEvent): Promise<void> {
    const { store, database } = this.#parts
    for (const [name, ticket = ''] of tags) {
      const row = name === 'e' ? await store.findCase('ticket_id', ticket) : undefined
      if (row?.state !== 'blocked' || row.pubkey !== pubkey) continue
      const changes = { state: 'disputed', dispute_id: id, is_read: 0, expires_at: null } as const
      await database.transact(tx => store.updateCase(tx, row.id, changes))
      this.inbox.changed()
    }
  }

  async #block(about: About): Promise<void> {
    const { events, publisher } = this.#parts
    await events.hold(about.id, 'blocked')
    const tags = [
      ['e', about.id],
      ['p', about.pubkey],
    ]
    const ticket = publisher?.sign(ticketKind, { content: reasonOf(about.media), tags }, 0)
    if ((await this.#open(about, 'blocked', ticket?.id)) && ticket) await publisher?.publish(ticket)
  }

  async #show(id: string, json: string): Promise<void> {
    const { events, bus, moderationMode } = this.#parts
    const wasHeld = await events.hold(id, null)
    // In passive mode everybody has had it.
    if (wasHeld && moderationMode() === 'strict') bus.emit('published', { event: JSON.parse(json), json })
  }

  async #open(
    { id, pubkey, media, mime, isPrivate }: About,
    state: CaseRow['state'],
    ticketId: string | null = null,
  ): Promise<boolean> {
    const { database, store, storedFiles, now } = this.#parts
    const isFile = media.subject === fileSubject(id)
    const hash = hashIn(media.subject)
    const type = mime ?? (hash === null ? undefined : await storedFiles.typeOf(hash))
    const url = urlIn(media.subject) ?? media.subject
    const isOpened = await database.transact(tx =>
      store.openCase(tx, {
        event_id: id,
        pubkey,
        reason: reasonOf(media),
        // The address is a part of the message.
        media_url: isPrivate ? '' : url,
        state,
        ticket_id: ticketId,
        content_type: type?.startsWith('video/') ? 'video' : (contentTypeOf(url) ?? 'image'),
        created_at: now(),
        is_read: 0,
        dispute_id: null,
        confidence: media.decision === 'UNKNOWN' ? null : media.confidence,
        // A file has no ticket that could be disputed: it stays hidden until somebody decides.
        expires_at: state === 'blocked' && !isFile ? now() + disputeMs : null,
      }),
    )
    if (isOpened) this.inbox.changed()
    return isOpened
  }

  async #blocked(id: string): Promise<CaseRow> {
    const row = await this.#parts.store.findCase('event_id', id)
    if (row && openStates.includes(row.state)) return row
    throw new ApiError('bad_request', messages.notBlockedEvent)
  }

  async #close(row: CaseRow, state: 'released' | 'deleted', action: AuditEntry['action'], actor: Actor): Promise<void> {
    const { database, store, audit, publisher } = this.#parts
    await database.transact(async tx => {
      await store.updateCase(tx, row.id, { state, is_read: 1, expires_at: null })
      await store.forgetEvent(tx, row.event_id)
      await audit.recordChange(tx, { actor, action, target: row.event_id, before: { state: row.state } })
    })
    this.inbox.changed()
    if (row.dispute_id === null || !publisher) return
    const tags = [
      ...[row.dispute_id, row.ticket_id, row.event_id].flatMap(id => (id === null ? [] : [['e', id]])),
      ['p', row.pubkey],
      ['resolution', state === 'released' ? 'approved' : 'rejected'],
    ]
    await publisher.publish(publisher.sign(answerKind, { content: '', tags }, 0))
  }

  async #shown(rows: readonly CaseRow[]): Promise<ModerationNotification[]> {
    const links = await this.#parts.storedFiles.linksTo(rows.map(hashOf))
    return rows.map(row => shown(row, links.get(hashOf(row))))
  }

  async #forget(eventId: string): Promise<void> {
    await this.#parts.database.transact(tx => this.#parts.store.forgetEvent(tx, eventId))
  }
}

interface About {
  readonly id: string
  readonly pubkey: string
  readonly media: JudgedMedia
  readonly mime?: string | undefined
  readonly isPrivate?: boolean
}

const rankOf = ({ decision }: JudgedMedia) => worst.indexOf(decision ?? 'ALLOW')

/** "nudity 0.93: what the judge wrote". */
function reasonOf({ decision, category, confidence, explanation }: JudgedMedia): string {
  if (decision === 'UNKNOWN') return 'could not be fetched'
  const what = `${category || 'unnamed'} ${Math.round(confidence * 100) / 100}`
  return explanation === '' ? what : `${what}: ${explanation}`
}

type MediaLinks = Pick<ModerationNotification, 'media_url' | 'thumbnail_url'>

/** Of the file that is stored here, if it is one; older cases have no media. */
const hashOf = ({ media_url, event_id }: CaseRow): string => (media_url || event_id).replace(/^file:/, '')

function shown(row: CaseRow, links?: MediaLinks): ModerationNotification {
  const { id, pubkey, event_id, reason, content_type, media_url, state } = row
  return {
    id,
    pubkey,
    event_id,
    reason,
    content_type,
    media_url: media_url.startsWith('file:') ? '' : media_url,
    thumbnail_url: '',
    ...links,
    state,
    created_at: toTimestamp(row.created_at),
    is_read: row.is_read === 1,
    expires_at: row.expires_at === null ? null : toTimestamp(row.expires_at),
  }
}
