import { sql } from 'kysely'
import type { AdminReads, AdminTransaction } from '../database/admin-database.ts'
import type { InboxRow } from '../inbox/inbox-tables.ts'
import type { Verdict } from './image-judge.ts'
import type { JudgedWith } from './preview.ts'
import { fileSubject } from './subject.ts'

export type CaseRow = InboxRow<'moderation_cases'>
export type Decision = Verdict['decision'] | 'UNKNOWN'

export interface WaitingMedia {
  readonly subject: string
  readonly author: string
  readonly tries: number
}

export interface JudgedMedia {
  readonly subject: string
  /** Null while it waits. `UNKNOWN`: it could not be had. */
  readonly decision: Decision | null
  readonly confidence: number
  readonly category: string
  readonly explanation: string
}

const unjudged = {
  level: 0,
  confidence: 0,
  category: '',
  explanation: '',
  judged_at: null,
  mode: null,
  threshold: null,
} as const

export const openStates: CaseRow['state'][] = ['blocked', 'disputed', 'pending']

/** The queue of media, their verdicts, and the cases that come before the operator. */
export class JudgeStore {
  readonly #reads: AdminReads

  constructor(reads: AdminReads) {
    this.#reads = reads
  }

  async enqueue(tx: AdminTransaction, subjects: readonly string[], author: string, now: number): Promise<number> {
    const rows = subjects.map(subject => ({
      subject,
      author,
      decision: null,
      tries: 0,
      next_at: now,
      hash: null,
      ...unjudged,
    }))
    if (rows.length === 0) return 0
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('judged_media')
      .values(rows)
      .onConflict(conflict =>
        conflict
          .column('subject')
          .doUpdateSet({ author, decision: null, tries: 0, next_at: now, judged_at: null })
          .where('judged_media.decision', '=', 'UNKNOWN')
          .where('judged_media.subject', 'like', 'file:%'),
      )
      .executeTakeFirstOrThrow()
    return Number(numInsertedOrUpdatedRows ?? 0)
  }

  /** Nothing waits for a verdict, or for an operator because it could not be had. */
  async dropWaiting(tx: AdminTransaction): Promise<void> {
    await tx
      .deleteFrom('judged_media')
      .where(({ or, eb }) => or([eb('decision', 'is', null), eb('decision', '=', 'UNKNOWN')]))
      .execute()
    await tx.updateTable('moderation_cases').set({ state: 'released' }).where('state', '=', 'pending').execute()
  }

  async await(tx: AdminTransaction, eventId: string, subjects: readonly string[]): Promise<void> {
    const rows = subjects.map(subject => ({ subject, event_id: eventId }))
    if (rows.length > 0)
      await tx
        .insertInto('judge_waits')
        .values(rows)
        .onConflict(conflict => conflict.doNothing())
        .execute()
  }

  /** The media to be judged now; authors take turns. `triesMax`: of those that failed no more often. */
  async due(now: number, limit: number, triesMax = Number.MAX_SAFE_INTEGER): Promise<WaitingMedia[]> {
    return this.#reads
      .selectFrom(of =>
        of
          .selectFrom('judged_media')
          .select(['subject', 'author', 'tries', 'next_at'])
          .select(sql<number>`row_number() OVER (PARTITION BY author ORDER BY next_at)`.as('turn'))
          .where('decision', 'is', null)
          .where('next_at', '<=', now)
          .where('tries', '<=', triesMax)
          .as('waiting'),
      )
      .select(['subject', 'author', 'tries'])
      .orderBy('turn')
      .orderBy('next_at')
      .limit(limit)
      .execute()
  }

  async isEmpty(): Promise<boolean> {
    return (await this.#reads.selectFrom('judged_media').select('subject').limit(1).executeTakeFirst()) === undefined
  }

  async waiting(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.#reads
      .selectFrom('judged_media')
      .select(({ fn }) => ['author', fn.countAll<number>().as('count')])
      .where('decision', 'is', null)
      .groupBy('author')
      .execute()
    return new Map(rows.map(({ author, count }) => [author, count]))
  }

  async verdictOf(subject: string): Promise<Verdict | null> {
    const row = await this.#reads
      .selectFrom('judged_media')
      .selectAll()
      .where('subject', '=', subject)
      .where('decision', 'is not', null)
      .executeTakeFirst()
    if (!row?.decision || row.decision === 'UNKNOWN') return null
    const { decision, level: content_level, confidence, category, explanation, mode, threshold } = row
    return { decision, content_level, confidence, category, explanation, mode, threshold }
  }

  async settle(
    tx: AdminTransaction,
    media: { readonly subject: string; readonly author: string; readonly hash: string | null },
    verdict: Verdict | null,
    now: number,
  ): Promise<string[]> {
    const decision: Decision = verdict?.decision ?? 'UNKNOWN'
    const said = {
      decision,
      judged_at: now,
      hash: media.hash,
      tries: 0,
      next_at: now,
      author: media.author,
      level: verdict?.content_level ?? 0,
      confidence: verdict?.confidence ?? 0,
      category: verdict?.category ?? '',
      explanation: verdict?.explanation ?? '',
      mode: verdict?.mode ?? null,
      threshold: verdict?.threshold ?? null,
    }
    const subjects = [media.subject, ...(media.hash !== null && verdict ? [fileSubject(media.hash)] : [])]
    const waited = await tx
      .selectFrom('judged_media')
      .select('author')
      .where('subject', 'in', subjects)
      .where('decision', 'is', null)
      .execute()
    for (const subject of new Set(subjects))
      await tx
        .insertInto('judged_media')
        .values({ subject, ...said })
        .onConflict(conflict => conflict.column('subject').doUpdateSet(said))
        .execute()
    return waited.map(({ author }) => author)
  }

  async postpone(tx: AdminTransaction, subjects: readonly string[], nextAt: number): Promise<void> {
    await tx
      .updateTable('judged_media')
      .set(({ eb }) => ({ tries: eb('tries', '+', 1), next_at: nextAt }))
      .where('subject', 'in', subjects)
      .execute()
  }

  async mediaOf(eventId: string): Promise<JudgedMedia[]> {
    return this.#reads
      .selectFrom('judge_waits')
      .innerJoin('judged_media', 'judged_media.subject', 'judge_waits.subject')
      .select(['judged_media.subject', 'decision', 'confidence', 'category', 'explanation'])
      .where('event_id', '=', eventId)
      .execute()
  }

  async eventsWith(subject: string): Promise<string[]> {
    const rows = this.#reads.selectFrom('judge_waits').select('event_id').where('subject', '=', subject)
    return (await rows.execute()).map(({ event_id }) => event_id)
  }

  async forgetEvent(tx: AdminTransaction, eventId: string): Promise<void> {
    await tx.deleteFrom('judge_waits').where('event_id', '=', eventId).execute()
  }

  async overrule(tx: AdminTransaction, subjects: readonly string[], decision: Decision): Promise<void> {
    if (subjects.length > 0)
      await tx
        .updateTable('judged_media')
        .set({ decision, mode: null, threshold: null })
        .where('subject', 'in', subjects)
        .execute()
  }

  async lastVerdicts(count: number): Promise<JudgedWith[]> {
    const rows = await this.#reads
      .selectFrom('judged_media')
      .select(['decision', 'confidence', 'explanation', 'mode', 'threshold'])
      .where('judged_at', 'is not', null)
      .where('subject', 'like', 'file:%')
      .where('decision', 'in', ['ALLOW', 'FLAG', 'BLOCK'])
      .orderBy('judged_at', 'desc')
      .limit(count)
      .execute()
    return rows.flatMap(({ decision, ...row }) =>
      decision === null || decision === 'UNKNOWN' ? [] : [{ decision, ...row }],
    )
  }

  async heldFiles(): Promise<{ hash: string; isBlocked: boolean }[]> {
    const rows = await this.#reads
      .selectFrom('judged_media')
      .select(['subject', 'decision'])
      .where('subject', 'like', 'file:%')
      .where(({ or, eb }) => or([eb('decision', 'is', null), eb('decision', 'in', ['BLOCK', 'UNKNOWN'])]))
      .execute()
    return rows.map(({ subject, decision }) => ({ hash: subject.slice(5), isBlocked: decision === 'BLOCK' }))
  }

  async openCase(tx: AdminTransaction, row: Omit<CaseRow, 'id'>): Promise<boolean> {
    const inserted = await tx
      .insertInto('moderation_cases')
      .values(row)
      .onConflict(conflict => conflict.doNothing())
      .executeTakeFirst()
    return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n
  }

  findCase(by: 'event_id' | 'ticket_id', id: string): Promise<CaseRow | undefined> {
    return this.#reads.selectFrom('moderation_cases').selectAll().where(by, '=', id).executeTakeFirst()
  }

  openCases(limit: number): Promise<Pick<CaseRow, 'event_id' | 'reason'>[]> {
    const cases = this.#reads.selectFrom('moderation_cases').select(['event_id', 'reason'])
    return cases.where('state', 'in', openStates).orderBy('id', 'desc').limit(limit).execute()
  }

  async updateCase(tx: AdminTransaction, id: number, changes: Partial<Omit<CaseRow, 'id'>>): Promise<void> {
    await tx.updateTable('moderation_cases').set(changes).where('id', '=', id).execute()
  }

  expired(now: number): Promise<CaseRow[]> {
    const cases = this.#reads.selectFrom('moderation_cases').selectAll().where('state', '=', 'blocked')
    return cases.where('expires_at', '<=', now).limit(100).execute()
  }

  async stats(dayStart: number) {
    const blocked = this.#reads.selectFrom('moderation_cases').where('state', 'in', ['blocked', 'disputed', 'deleted'])
    const count = async (since: number) =>
      (
        await blocked
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('created_at', '>=', since)
          .executeTakeFirstOrThrow()
      ).count
    const by = blocked.select(({ fn }) => fn.countAll<number>().as('count'))
    const types = await by.select('content_type as type').groupBy('content_type').execute()
    const users = await by.select('pubkey').groupBy('pubkey').orderBy('count', 'desc').limit(10).execute()
    const reasons = await blocked.select('reason').orderBy('id', 'desc').limit(10).execute()
    return {
      total_blocked: await count(0),
      total_blocked_today: await count(dayStart),
      by_content_type: types.map(({ type, count }) => ({ type, count })),
      by_user: users.map(({ pubkey, count }) => ({ pubkey, count })),
      recent_reasons: reasons.map(({ reason }) => reason),
    }
  }
}
