import { type AnswerOf, type BodyOf, messages, type NostrEvent } from '@hornets/contract'
import * as contract from '@hornets/contract/admin/notifications/cases'
import { similarReport } from '@hornets/contract/admin/notifications/reports'
import { isAtLeast } from '@hornets/contract/roles'
import { ApiError } from '@hornets/server/api-error'
import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { LimitFunction } from 'p-limit'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { JudgedBefore, JudgedVerdicts } from '../judges/judged-verdicts.ts'
import { isPrivate } from '../policy/read-policy.ts'
import type { VerdictsService } from '../reports/verdicts-service.ts'
import { assertFree, closed, eventIn, fileIn } from './case-row.ts'
import { type CaseRow, CaseStore } from './case-store.ts'
import type { CasesService, Moderator } from './cases-service.ts'
import { talliesOf } from './tallies.ts'
import { type VerdictRow, VerdictStore } from './verdict-store.ts'

export interface CaseVerdictsParts {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly cases: CasesService
  readonly events: Pick<EventStore, 'find' | 'save' | 'liftBan' | 'removeById'>
  readonly reports: Pick<VerdictsService, 'deleteEvent' | 'deleteFile' | 'close' | 'allowSimilar' | 'reopen'>
  readonly judged: JudgedVerdicts
  readonly files: { restore(hashes: readonly string[], actor: Actor): Promise<number> }
  readonly access: {
    isBlocked(pubkey: string): boolean
    block(request: { pubkey: string; reason: string; deleteEvents: boolean }, by: Moderator): Promise<unknown>
    unblock(pubkey: string, actor: Actor): Promise<void>
  }
  readonly publisher: { write(pubkey: string, text: string, at?: number): Promise<void> } | undefined
  readonly turns: LimitFunction
  readonly now: Clock
  readonly logger: Logger
}

interface Undo {
  readonly opened_at: number
  readonly wasEscalated: boolean
  readonly event: string | null
  readonly blocks: boolean
  readonly judged: JudgedBefore | null
}

type Given = BodyOf<typeof contract.giveVerdict>

const dayMs = 86_400_000
const warnedAtOnce = 50

/** Verdicts on cases, and their undo, which outlives a restart. */
export class CaseVerdictsService {
  readonly #parts: CaseVerdictsParts
  readonly #rows: CaseStore
  readonly #verdicts: VerdictStore

  constructor(parts: CaseVerdictsParts) {
    this.#parts = parts
    this.#rows = new CaseStore(parts.database.reads)
    this.#verdicts = new VerdictStore(parts.database.reads)
  }

  /** Each case by itself: what cannot be decided is told, and the others are decided. */
  give(given: Given, by: Moderator): Promise<AnswerOf<typeof contract.giveVerdict>> {
    const { cases, publisher, turns } = this.#parts
    if (given.verdict === 'warn') {
      if (given.reason === '')
        throw new ApiError('invalid_fields', messages.warningEmpty, { fields: { reason: messages.warningEmpty } })
      if (!publisher) throw new ApiError('unavailable', messages.relaySilent)
    }
    return turns(async () => {
      await cases.settleInTurn()
      let batch: number | null = null
      let decided = 0
      const refused: { id: number; error: string }[] = []
      for (const id of new Set(given.cases)) {
        try {
          const verdictId = await this.#decide(id, given, batch, by)
          batch ??= verdictId
          decided += 1
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          refused.push({ id, error: error.message })
        }
      }
      await cases.settleInTurn()
      cases.changed()
      return { id: batch, decided, refused }
    })
  }

  /** Recorded before it is carried out; a crash in between leaves the case open again. */
  async #decide(id: number, { verdict, reason }: Given, batch: number | null, by: Moderator): Promise<number> {
    const { database, audit, now } = this.#parts
    const row = await this.#decidable(id, verdict, by)
    const undo = await this.#undoOf(row, verdict)
    const at = now()
    const given = { case_id: id, cause: row.cause, verdict, at, waited_ms: Math.max(0, at - row.opened_at) }
    const confidence = (await this.#confidenceOf(row, undo)) ?? null
    const warn_at = verdict === 'warn' ? at + contract.warnedAfterSeconds * 1000 : null
    const tallies = talliesOf({ ...given, confidence })
    const verdictId = await database.transact(async tx => {
      const record = { ...given, reason, by: by.actor.pubkey, confidence, undo: JSON.stringify(undo) }
      const added = await this.#verdicts.add(tx, { ...record, undone_at: null, warn_at }, batch)
      await this.#verdicts.tally(tx, tallies.day, tallies.names, 1)
      const after = verdict === 'escalate' ? { is_escalated: 1, held_by: null, held_until: 0 } : closed
      await this.#rows.update(tx, id, { ...after, verdict })
      await this.#rows.noteChange(tx, row.target)
      const entry = { actor: by.actor, action: contract.giveVerdict.audit, target: row.target }
      await audit.recordChange(tx, { ...entry, after: { verdict, reason, pubkey: row.pubkey } })
      return added
    })
    try {
      await this.#carryOut(row, verdict, { reason, undo, by })
    } catch (error) {
      await database.transact(async tx => {
        await this.#verdicts.remove(tx, verdictId)
        await this.#verdicts.tally(tx, tallies.day, tallies.names, -1)
        const { id: _id, target: _target, ...before } = row
        await this.#rows.update(tx, id, before)
      })
      throw error
    }
    return verdictId
  }

  async #decidable(id: number, verdict: contract.Verdict, { actor, role }: Moderator): Promise<CaseRow> {
    const row = await this.#rows.find(id)
    if (!row) throw new ApiError('not_found', messages.caseUnknown)
    if (row.is_open === 0) throw new ApiError('conflict', messages.caseClosed)
    if (row.is_escalated === 1 && !isAtLeast(role, 'operator')) throw new ApiError('conflict', messages.caseEscalated)
    assertFree(row, actor.pubkey, this.#parts.now())
    const isKey = row.target.startsWith('key:')
    if (verdict === 'delete' && isKey) throw new ApiError('conflict', messages.caseOfKey)
    if ((verdict === 'delete_and_block' || verdict === 'warn') && row.pubkey === '')
      throw new ApiError('conflict', messages.caseWithoutAuthor)
    return row
  }

  async #undoOf({ target, pubkey, opened_at, is_escalated }: CaseRow, verdict: contract.Verdict): Promise<Undo> {
    const { events, judged, access } = this.#parts
    const deletes = verdict === 'delete' || verdict === 'delete_and_block'
    const isFile = fileIn(target) !== ''
    return {
      opened_at,
      wasEscalated: is_escalated === 1,
      event: deletes && eventIn(target) !== '' ? await events.find(target) : null,
      blocks: verdict === 'delete_and_block' && !access.isBlocked(pubkey),
      judged:
        verdict === 'escalate' || target.startsWith('key:') ? null : await judged.before(target.slice(-64), isFile),
    }
  }

  async #confidenceOf({ target }: CaseRow, { judged }: Undo): Promise<number | null | undefined> {
    if (!judged) return null
    const { judged: row } = await this.#parts.database.transact(tx => this.#rows.sourcesOf(tx, target))
    return row?.confidence
  }

  async #carryOut(
    { target, pubkey, type }: CaseRow,
    verdict: contract.Verdict,
    { reason, undo, by }: { readonly reason: string; readonly undo: Undo; readonly by: Moderator },
  ): Promise<void> {
    const { access, events, judged, reports } = this.#parts
    if (verdict === 'escalate') return
    const { actor } = by
    const id = target.slice(-64)
    if (verdict === 'dismiss' || verdict === 'warn') {
      if (undo.judged) await judged.keep(id, undo.judged, actor)
      if (type === similarReport) await reports.allowSimilar(target, actor)
      await reports.close(target, 'dismissed', actor)
      return
    }
    if (undo.blocks) await access.block({ pubkey, reason: reason || 'Reported', deleteEvents: false }, by)
    if (undo.judged) await judged.remove(id, undo.judged, actor)
    // Moderators cannot read a private message, but delete what its recipient reported.
    else if (undo.event !== null && isPrivate(JSON.parse(undo.event) as NostrEvent))
      await events.removeById(id, { ban: true, reason, by: actor.pubkey })
    else if (undo.event !== null) await reports.deleteEvent(id, { blocksAuthor: false, deletesAll: false }, by)
    if (fileIn(target) !== '') await reports.deleteFile(id, actor)
    await reports.close(target, 'deleted', actor)
  }

  /** Throws ApiError('not_found'), and ApiError('conflict') if a case was decided again since. */
  undo(batch: number, by: Moderator): Promise<number> {
    const { cases, turns } = this.#parts
    return turns(async () => {
      await cases.settleInTurn()
      const rows = (await this.#verdicts.together(batch)).filter(({ undone_at }) => undone_at === null)
      if (rows.length === 0 || rows.some(({ undo }) => undo === null))
        throw new ApiError('not_found', messages.verdictUnknown)
      for (const row of rows) await this.#assertLast(row)
      for (const row of rows) await this.#takeBack(row, by)
      await cases.settleInTurn()
      cases.changed()
      return rows.length
    })
  }

  async #assertLast(row: VerdictRow): Promise<void> {
    const given = await this.#verdicts.of(row.case_id, 20)
    const last = given.find(({ undone_at }) => undone_at === null)
    if (last?.id !== row.id) throw new ApiError('conflict', messages.verdictOver)
  }

  async #takeBack(row: VerdictRow, by: Moderator): Promise<void> {
    const { database, audit, now } = this.#parts
    const { case_id, verdict, undo: kept } = row
    const one = await this.#rows.find(case_id)
    if (!one || kept === null) throw new ApiError('not_found', messages.verdictUnknown)
    const undo = JSON.parse(kept) as Undo
    if (verdict !== 'escalate') await this.#restore(one, verdict, undo, by)
    await database.transact(async tx => {
      await this.#verdicts.update(tx, row.id, { undone_at: now(), undo: null, warn_at: null })
      const { day, names } = talliesOf(row)
      await this.#verdicts.tally(tx, day, names, -1)
      const before = { opened_at: undo.opened_at, is_escalated: undo.wasEscalated ? 1 : 0, verdict: null }
      await this.#rows.update(tx, case_id, { ...before, is_open: 1, held_by: null, held_until: 0 })
      await this.#rows.noteChange(tx, one.target)
      const entry = { actor: by.actor, action: contract.undoVerdict.audit, target: one.target }
      await audit.recordChange(tx, { ...entry, before: { verdict }, after: { pubkey: one.pubkey } })
    })
  }

  async #restore({ target, pubkey }: CaseRow, verdict: string, undo: Undo, { actor }: Moderator): Promise<void> {
    const { access, events, files, judged, reports } = this.#parts
    if (undo.blocks && access.isBlocked(pubkey)) await access.unblock(pubkey, actor)
    if (undo.event !== null) {
      await events.liftBan(target)
      const isHeld = undo.judged !== null && undo.judged.state !== 'flagged'
      await events.save({ event: JSON.parse(undo.event), json: undo.event, isHeld })
    }
    const isDeleted = verdict === 'delete' || verdict === 'delete_and_block'
    if (isDeleted && fileIn(target) !== '') await files.restore([fileIn(target)], actor)
    if (undo.judged) await judged.reopen(target.slice(-64), undo.judged)
    await reports.reopen(target)
  }

  /** Sends the warnings that nobody has undone in time, and forgets what cannot be undone any more. */
  async round(): Promise<void> {
    const { database, turns, now } = this.#parts
    await turns(async () => {
      for (const row of await this.#verdicts.warnings(now(), warnedAtOnce)) await this.#warn(row)
      await database.transact(tx => this.#verdicts.forgetUndo(tx, now() - contract.undoDays * dayMs))
    })
  }

  /** The same text of the same time is the same message to its reader, if a crash has it sent twice. */
  async #warn({ id, case_id, reason, at }: VerdictRow): Promise<void> {
    const { database, publisher, logger } = this.#parts
    const row = await this.#rows.find(case_id)
    try {
      if (row && publisher) await publisher.write(row.pubkey, reason, at)
    } catch (err) {
      logger.error({ err, case: case_id }, 'could not warn an author')
      return
    }
    await database.transact(tx => this.#verdicts.update(tx, id, { warn_at: null }))
  }
}
