import type { Clock } from '@hornets/server/clock'
import type { Logger } from '@hornets/server/process/logger'
import type { AuditLog } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { forgetTexts } from '../events/data-files.ts'
import type { Choice } from './engine-choice.ts'
import type { EngineChoiceStore } from './engine-choice-store.ts'
import { moveEngine, shownAddress } from './move-engine.ts'
import type { MoveStore, StoredMove } from './move-store.ts'
import { openEngines, reasonOf } from './open-engines.ts'

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
    const events = await moveAndCompare(parts, move, choice)
    await moves.change({ state: 'moved', ended_at: now(), events, error: null })
  } catch (error) {
    logger.error({ err: error }, 'could not move the events, which stay where they are')
    await moves.change({ state: 'stayed', ended_at: now(), error: reasonOf(error) })
  }
}

async function moveAndCompare(parts: FinishMove, { engine, address }: StoredMove, choice: Choice): Promise<number> {
  const { dataDir, logger } = parts
  const next: Choice = { engine, address: engine === 'embedded' ? null : address, owner: choice.owner }
  await using engines = await openEngines({ dataDir, address, owner: choice.owner, to: engine, isRunning: false })
  if (engine === 'embedded') await forgetTexts(dataDir)
  const { events } = await moveEngine({ ...parts, choice, next, ...engines })
  logger.info({ events, place: shownAddress(next.address) }, 'the events were moved: counts and hashes are as before')
  return events
}
