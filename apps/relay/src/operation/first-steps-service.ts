import type { AnswerOf } from '@hornets/contract'
import { type FirstStep, firstSteps, type getFirstSteps } from '@hornets/contract/admin/operation/first-steps'
import type { ChainSight } from '@hornets/contract/admin/subscriptions/subscribers'
import type { Clock } from '@hornets/server/clock'
import type { AdminSession } from '../accounts/sessions/sessions.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { FirstStepsStore } from './first-steps-store.ts'

export interface FirstStepsParts {
  readonly database: AdminDatabase
  readonly isOff: boolean
  readonly hasMetClient: () => boolean
  readonly hasNote: () => Promise<boolean>
  readonly isNamed: () => boolean
  readonly hasTls: () => Promise<boolean>
  readonly hasSecondFactor: (session: AdminSession) => Promise<boolean>
  readonly sight: () => Promise<ChainSight>
  readonly lastBackupAt: () => Promise<number | null>
  readonly now: Clock
}

/** These stay done although their fact passes: a client disconnects, a note is deleted. */
const kept: readonly FirstStep[] = ['client', 'note']

export class FirstStepsService {
  readonly #parts: FirstStepsParts
  readonly #rows: FirstStepsStore

  constructor(parts: FirstStepsParts) {
    this.#parts = parts
    this.#rows = new FirstStepsStore(parts.database.reads)
  }

  async read(session: AdminSession): Promise<AnswerOf<typeof getFirstSteps>> {
    const [seen, is_hidden] = await Promise.all([this.#rows.seen(), this.#rows.isHidden(session.account.id)])
    const steps = await Promise.all(
      firstSteps.map(async what => ({ what, is_done: seen.has(what) || (await this.#isDone(what, session)) })),
    )
    const fresh = steps.filter(({ what, is_done }) => is_done && kept.includes(what) && !seen.has(what))
    if (fresh.length > 0)
      await this.#parts.database.transact(async tx => {
        for (const { what } of fresh) await this.#rows.note(tx, what, this.#parts.now())
      })
    return { steps, is_hidden: is_hidden || this.#parts.isOff }
  }

  async hide({ account }: AdminSession, hidden: boolean): Promise<void> {
    await this.#parts.database.transact(tx =>
      hidden ? this.#rows.hide(tx, account.id) : this.#rows.show(tx, account.id),
    )
  }

  async #isDone(what: FirstStep, session: AdminSession): Promise<boolean> {
    const { hasMetClient, hasNote, isNamed, hasTls, hasSecondFactor, sight, lastBackupAt } = this.#parts
    switch (what) {
      case 'client':
        return hasMetClient()
      case 'note':
        return hasNote()
      case 'name':
        return isNamed()
      case 'tls':
        return hasTls()
      case 'second_factor':
        return hasSecondFactor(session)
      case 'chain':
        return (await sight()) === 'seen'
      case 'backup':
        return (await lastBackupAt()) !== null
    }
  }
}
