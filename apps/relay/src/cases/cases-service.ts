import { setImmediate as nextTurn } from 'node:timers/promises'
import { type AnswerOf, messages, type NostrEvent, type QueryOf } from '@hornets/contract'
import type { PersonStatus } from '@hornets/contract/admin/accounts/people'
import * as contract from '@hornets/contract/admin/notifications/cases'
import { isAtLeast, type Role } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import { type Clock, toTimestamp } from '@hornets/server/clock'
import { Emitter } from '@hornets/server/emitter'
import type { Logger } from '@hornets/server/process/logger'
import type { LimitFunction } from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase, AdminTransaction } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import { mediaUrlsOf } from '../judges/media-urls.ts'
import type { ProfileReader } from '../profiles/profile-reader.ts'
import { assertFree, causeOf, closed, eventIn, fileIn, holderOf, openedAt, reopened, typeOf } from './case-row.ts'
import { type CaseRow, CaseStore, type NewCase, type Sources } from './case-store.ts'
import { dayOf, statisticsOf, talliesOf } from './tallies.ts'
import { VerdictStore } from './verdict-store.ts'
import { weigh } from './weight.ts'

export interface CasesParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly events: Pick<EventStore, 'find' | 'query'>
  readonly profiles: Pick<ProfileReader, 'read'>
  readonly statuses: { of(pubkey: string, role: Role): PersonStatus[] }
  readonly relayKey: () => string
  readonly namesOf: (pubkeys: readonly string[]) => Promise<ReadonlyMap<string, string>>
  /** One after the other: verdicts, and what their sources change. */
  readonly turns: LimitFunction
  readonly now: Clock
  readonly logger: Logger
}

export interface Moderator {
  readonly actor: Actor
  readonly role: Role
}

const settledAtOnce = 100
const imagesMax = 20
const hashInPath = /\/([0-9a-f]{64})(?:\.\w+)?$/

export class CasesService {
  readonly #parts: CasesParts
  readonly #rows: CaseStore
  readonly #verdicts: VerdictStore
  readonly #onChange: Emitter<void>

  constructor(parts: CasesParts) {
    this.#parts = parts
    this.#rows = new CaseStore(parts.database.reads)
    this.#verdicts = new VerdictStore(parts.database.reads)
    this.#onChange = new Emitter(err => parts.logger.error({ err }, 'a listener failed on cases'))
  }

  onChange(listener: () => void): () => void {
    return this.#onChange.subscribe(listener)
  }

  changed(): void {
    this.#onChange.emit()
  }

  /** Reports or judgements have changed. Does not make the caller wait. */
  follow(): void {
    this.settle().catch(err => this.#parts.logger.error({ err }, 'could not bring cases up to date'))
  }

  settle(): Promise<void> {
    return this.#parts.turns(() => this.settleInTurn())
  }

  async settleInTurn(): Promise<void> {
    for (let isChanged = false; ; ) {
      const targets = await this.#rows.changed(settledAtOnce)
      if (targets.length === 0) {
        if (isChanged) this.changed()
        return
      }
      const images = new Map<string, readonly string[]>()
      for (const target of targets) images.set(target, await this.#imagesOf(target))
      await this.#parts.database.transactReplayable(async tx => {
        for (const target of targets) await this.#write(tx, target, images.get(target) ?? [])
        await this.#rows.forgetChanges(tx, targets)
      })
      isChanged = true
      await nextTurn()
    }
  }

  async #write(tx: AdminTransaction, target: string, images: readonly string[]): Promise<void> {
    const { statuses, relayKey, now } = this.#parts
    const sources = await this.#rows.sourcesOf(tx, target)
    const known = await this.#rows.findTarget(target, tx)
    const relay = relayKey()
    const { weight, reporters } = weigh(sources, { statuses: key => statuses.of(key, 'owner'), relayKey: relay })
    if (weight === 0) return known?.is_open === 1 ? this.#closeElsewhere(tx, known, sources) : undefined
    const about = {
      weight,
      reporters,
      type: typeOf(sources),
      cause: causeOf(target, sources, relay),
      pubkey: sources.report?.pubkey || sources.judged?.pubkey || '',
    }
    if (!known) {
      const row: NewCase = { ...about, target, opened_at: openedAt(sources), is_open: 1, verdict: null }
      await this.#rows.insert(tx, row, images)
    } else if (known.is_open === 1) await this.#rows.update(tx, known.id, about)
    else await this.#rows.update(tx, known.id, { ...about, ...reopened, opened_at: now() })
  }

  async #closeElsewhere(tx: AdminTransaction, row: CaseRow, { report, judged }: Sources): Promise<void> {
    const { now } = this.#parts
    const ends = [report?.resolution, judged?.state]
    const verdict = ends.includes('deleted') ? 'delete' : 'dismiss'
    // Nobody has decided anything about what only blocked keys reported.
    const isDecided = report?.resolution !== null
    await this.#rows.update(tx, row.id, { ...closed, verdict: isDecided ? verdict : null })
    if (!isDecided) return
    const waited_ms = Math.max(0, now() - row.opened_at)
    const confidence = judged?.confidence ?? null
    const given = { case_id: row.id, cause: row.cause, verdict, at: now(), waited_ms, confidence }
    await this.#verdicts.add(tx, { ...given, reason: '', by: null, undo: null, undone_at: null, warn_at: null }, null)
    const { day, names } = talliesOf(given)
    await this.#verdicts.tally(tx, day, names, 1)
  }

  async list(
    { cause, escalated, reporter, image, about, limit }: QueryOf<typeof contract.listCases>,
    role: Role,
  ): Promise<AnswerOf<typeof contract.listCases>> {
    const now = this.#parts.now()
    const flags = escalated === '1' ? ([1] as const) : isAtLeast(role, 'operator') ? ([0, 1] as const) : ([0] as const)
    const narrowed = reporter
      ? this.#rows.reportedBy(reporter, limit)
      : image
        ? this.#rows.showing(image, limit)
        : about && this.#rows.about(about)
    const rows = await (narrowed || this.#rows.queue({ cause, escalated: flags, now, limit }))
    const counted = await this.#rows.counts()
    const causes = contract.caseCauses.map(one => ({
      cause: one,
      count: sum(counted.filter(row => row.cause === one)),
    }))
    const counts = { ...openOf(counted), causes: causes.filter(({ count }) => count > 0) }
    return { cases: await this.describe(rows), counts }
  }

  async countOpen(): Promise<{ readonly open: number; readonly escalated: number }> {
    return openOf(await this.#rows.counts())
  }

  async describe(rows: readonly CaseRow[]): Promise<contract.ModerationCase[]> {
    const { namesOf, now } = this.#parts
    const keys = [...new Set(rows.map(({ pubkey }) => pubkey).filter(key => key !== ''))]
    const profiles = await this.#parts.profiles.read(keys)
    const holders = await namesOf([...new Set(rows.flatMap(({ held_by }) => held_by ?? []))])
    return rows.map(row => {
      const holder = holderOf(row, now())
      return {
        id: row.id,
        event_id: eventIn(row.target),
        file_hash: fileIn(row.target),
        pubkey: row.pubkey,
        name: profiles.get(row.pubkey)?.name ?? '',
        cause: row.cause as contract.CaseCause,
        type: row.type,
        weight: row.weight,
        reporters: row.reporters,
        opened_at: toTimestamp(row.opened_at),
        is_open: row.is_open === 1,
        is_escalated: row.is_escalated === 1,
        held_by: holder,
        held_by_name: holders.get(holder ?? '') ?? '',
        verdict: row.is_open === 1 ? null : (row.verdict as contract.Verdict | null),
      }
    })
  }

  /** Throws ApiError('conflict') while somebody else works on it. */
  async hold(id: number, hold: boolean, { actor }: Moderator): Promise<contract.ModerationCase> {
    const { database, now } = this.#parts
    const row = await database.transact(async tx => {
      const found = await this.#rows.find(id, tx)
      if (!found) throw new ApiError('not_found', messages.caseUnknown)
      assertFree(found, actor.pubkey, now())
      const held = { held_by: hold ? actor.pubkey : null, held_until: hold ? now() + contract.heldMinutes * 60_000 : 0 }
      await this.#rows.update(tx, id, held)
      return { ...found, ...held }
    })
    this.changed()
    const [described] = await this.describe([row])
    return described as contract.ModerationCase
  }

  reasons(): Promise<string[]> {
    return this.#rows.reasons()
  }

  async saveReasons(reasons: readonly string[], { actor }: Moderator): Promise<string[]> {
    const { database, audit } = this.#parts
    const before = { reasons: await this.#rows.reasons() }
    await database.transact(async tx => {
      await this.#rows.replaceReasons(tx, reasons)
      const entry = { actor, action: contract.saveReasons.audit, target: 'reasons' }
      await audit.recordChange(tx, { ...entry, before, after: { reasons } })
    })
    this.changed()
    return [...reasons]
  }

  async statistics(days: number): Promise<AnswerOf<typeof contract.getCaseStatistics>> {
    return statisticsOf(await this.#verdicts.tallies(dayOf(this.#parts.now()) - days + 1))
  }

  /** The files of this relay and of others that are named by their hash. */
  async #imagesOf(target: string): Promise<readonly string[]> {
    if (fileIn(target) !== '') return [fileIn(target)]
    const json = eventIn(target) === '' ? null : await this.#parts.events.find(target)
    if (json === null) return []
    const hashes = mediaUrlsOf(JSON.parse(json) as NostrEvent).flatMap(
      url => hashInPath.exec(new URL(url).pathname)?.[1] ?? [],
    )
    return [...new Set(hashes)].slice(0, imagesMax)
  }
}

interface Counted {
  readonly is_escalated: number
  readonly count: number
}

const sum = (some: readonly Counted[]) => some.reduce((total, { count }) => total + count, 0)

const openOf = (counted: readonly Counted[]) => ({
  open: sum(counted),
  escalated: sum(counted.filter(({ is_escalated }) => is_escalated === 1)),
})
