import { serverActions } from '@hornets/contract/admin/audit-actions'
import { type AuditLog, atTheServer } from '../audit/audit-log.ts'
import type { AdminDatabase } from '../database/admin-database.ts'
import { forgetTexts } from '../events/data-files.ts'
import type { EngineRows } from '../events/engines/engine-rows.ts'
import type { Choice } from './engine-choice.ts'
import type { EngineChoiceStore } from './engine-choice-store.ts'
import { differing, moveRows, type RowMove, sumsOf } from './move-rows.ts'
import { type OpenEngines, openEngines } from './open-engines.ts'

export interface EngineMove {
  readonly database: AdminDatabase
  readonly audit: AuditLog
  readonly choices: EngineChoiceStore
  readonly choice: Choice
  /** Where the events shall be. */
  readonly next: Choice
  readonly from: EngineRows
  readonly to: EngineRows
  readonly now: () => number
  readonly onProgress?: RowMove['onProgress']
}

export class EnginesDiffer extends Error {
  override readonly name = 'EnginesDiffer'
}

/** Both engines are opened for it, and closed. */
export async function moveToEngine({
  dataDir,
  address,
  ...move
}: Omit<EngineMove, 'from' | 'to'> & Pick<OpenEngines, 'dataDir' | 'address'>): Promise<{ readonly events: number }> {
  const { owner, engine } = move.next
  await using engines = await openEngines({ dataDir, address, owner, to: engine, isRunning: false })
  if (engine === 'embedded') await forgetTexts(dataDir)
  return await moveEngine({ ...move, ...engines })
}

/** While no relay writes: the rest, a comparison of everything, and the choice. Throws EnginesDiffer and changes nothing. */
export async function moveEngine(move: EngineMove): Promise<{ readonly events: number }> {
  const { database, audit, choices, choice, next, from, to, now, onProgress } = move
  await moveRows({ from, to, ...(onProgress && { onProgress }) })
  // Not before: events that are still to be copied have numbers up to these.
  await to.setNumbers(await from.numbers())
  const [before, after] = [await sumsOf(from), await sumsOf(to)]
  const wrong = differing(before, after)
  if (wrong.length > 0) throw new EnginesDiffer(`these differ: ${wrong.join(', ')}`)
  const [sum] = after
  const events = sum?.count ?? 0
  const entry = { actor: atTheServer, action: serverActions.moveEvents, target: shownPlace(next) }
  await database.transact(async tx => {
    await choices.put(tx, next, now())
    const facts = { engine: next.engine, events, hash: sum?.hash ?? '' }
    await audit.recordChange(tx, { ...entry, before: { engine: choice.engine }, after: facts })
  })
  return { events }
}

/** Of the database: server and name, without who signs in and how. */
export function shownPlace({ engine, address }: Pick<Choice, 'engine' | 'address'>): string {
  if (engine === 'embedded' || address === null) return 'events.lmdb'
  const { host, pathname, searchParams } = new URL(address)
  return `${host || searchParams.get('host') || 'localhost'}${pathname}`
}
