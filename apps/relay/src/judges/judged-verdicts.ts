import type { Clock } from '@hornets/server/clock'
import type { Actor } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EventStore } from '../events/event-store.ts'
import type { HeldFiles } from '../policy/held-files.ts'
import type { Publisher } from '../publisher/publisher.ts'
import type { Decision, JudgeStore } from './judge-store.ts'
import type { ModerationCases } from './moderation-cases.ts'
import { fileSubject } from './subject.ts'

export interface JudgedVerdictsParts {
  readonly database: AdminDatabase
  readonly store: JudgeStore
  readonly cases: ModerationCases
  readonly events: Pick<EventStore, 'hold'>
  readonly files: HeldFiles
  readonly publisher: Pick<Publisher, 'findAll' | 'takeBack'> | undefined
  readonly now: Clock
}

/** A case of the judge as it was before a verdict; survives JSON. */
export interface JudgedBefore {
  readonly state: 'flagged' | 'blocked' | 'disputed' | 'pending'
  readonly expires_at: number | null
  readonly isFile: boolean
  readonly media: readonly { readonly subject: string; readonly decision: Decision | null }[]
}

/** How long the author can dispute it after a verdict was undone, at least. */
const disputeMs = 86_400_000
const answerKind = 19_843

export class JudgedVerdicts {
  readonly #parts: JudgedVerdictsParts

  constructor(parts: JudgedVerdictsParts) {
    this.#parts = parts
  }

  /** Null: there is no case, or somebody has decided it. */
  async before(id: string, isFile: boolean): Promise<JudgedBefore | null> {
    const { store } = this.#parts
    const row = await store.findCase('event_id', id)
    if (!row || row.state === 'released' || row.state === 'deleted') return null
    const file = await store.verdictOf(fileSubject(id))
    const media = [...(await store.mediaOf(id)), ...(file ? [{ subject: fileSubject(id), ...file }] : [])]
    const kept = media.map(({ subject, decision }) => ({ subject, decision }))
    return { state: row.state, expires_at: row.expires_at, isFile, media: kept }
  }

  async keep(id: string, { state }: JudgedBefore, actor: Actor): Promise<void> {
    await (state === 'flagged' ? this.#close(id, 'released') : this.#parts.cases.unblock(id, actor))
  }

  async remove(id: string, { state }: JudgedBefore, actor: Actor): Promise<void> {
    await (state === 'flagged' ? this.#close(id, 'deleted') : this.#parts.cases.delete(id, actor))
  }

  /** As before the verdict: hidden again if it was, and the answer to its dispute is taken back. */
  async reopen(id: string, { state, expires_at, isFile, media }: JudgedBefore): Promise<void> {
    const { database, store, cases, events, files, publisher, now } = this.#parts
    const row = await store.findCase('event_id', id)
    if (!row) return
    const ends = expires_at === null ? null : Math.max(expires_at, now() + disputeMs)
    await database.transact(async tx => {
      for (const { subject, decision } of media) if (decision) await store.overrule(tx, [subject], decision)
      const waits = media.map(({ subject }) => subject).filter(subject => subject !== fileSubject(id))
      if (state !== 'flagged') await store.await(tx, id, waits)
      await store.updateCase(tx, row.id, { state, is_read: 0, expires_at: ends })
    })
    if (state !== 'flagged') {
      const held = state === 'pending' ? 'pending' : 'blocked'
      await events.hold(id, held)
      if (isFile) files.set(id, held)
    }
    if (row.dispute_id !== null && publisher)
      for (const answer of await publisher.findAll({ kinds: [answerKind], tags: [['e', [row.dispute_id]]] }))
        await publisher.takeBack(answer)
    cases.inbox.changed()
  }

  async #close(id: string, state: 'released' | 'deleted'): Promise<void> {
    const { database, store, cases } = this.#parts
    const row = await store.findCase('event_id', id)
    if (!row) return
    await database.transact(tx => store.updateCase(tx, row.id, { state, is_read: 1 }))
    cases.inbox.changed()
  }
}
