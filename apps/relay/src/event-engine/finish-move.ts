import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import type { EngineChoiceStore } from './engine-choice-store.ts'
import { moveToEngine, shownPlace } from './move-engine.ts'
import type { MoveStore } from './move-store.ts'
import { reasonOf } from './open-engines.ts'

export interface FinishMove {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly choices: EngineChoiceStore
  readonly moves: MoveStore
  readonly dataDir: string
  readonly now: Clock
  readonly logger: Logger
  readonly onWait: ((message: string) => void) | undefined
}

/**
 * Before the events are opened: the rest of a move for which the relay was restarted, if there is one. Whatever fails,
 * they stay where they are, and the relay starts with them; after a kill the next start tries again.
 */
export async function finishMove(parts: FinishMove): Promise<void> {
  const { choices, moves, now, logger, onWait } = parts
  const move = await moves.find()
  if (move?.state !== 'switching') return
  const choice = await choices.find()
  if (choice?.engine === move.engine) return moves.change({ state: 'moved', ended_at: now() })
  onWait?.('The relay moves its events and compares them before it starts, which can take minutes.')
  try {
    if (!choice) throw new Error('it is not known where the events are')
    const { engine, address } = move
    const next = { engine, address: engine === 'embedded' ? null : address, owner: choice.owner }
    const { events } = await moveToEngine({ ...parts, address, choice, next })
    logger.info({ events, place: shownPlace(next) }, 'the events were moved: counts and hashes are as before')
    await moves.change({ state: 'moved', ended_at: now(), events, error: null })
  } catch (error) {
    logger.error({ err: error }, 'could not move the events, which stay where they are')
    await moves.change({ state: 'stayed', ended_at: now(), error: reasonOf(error) })
  }
}
